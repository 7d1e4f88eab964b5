package dev.rosa.as;

import dev.rosa.as.staging.CodeServerCalls;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlFailure;
import dev.rosa.control.ControlLimits;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import io.grpc.StatusRuntimeException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Query to every Code Server for the codes that a router can have, made when the router is revoked.
 */
record RouterCodes(List<HostPort> codeServers, Identity self) {

  /**
   * The codes that a router can have at any Code Server.
   *
   * @param notice takes a line about a Code Server that has not answered
   * @return empty if one has not answered, or not with codes: it may be a stolen one
   */
  Optional<Set<CodeDigest>> ask(RosaId router, Consumer<String> notice) {
    Set<CodeDigest> codes = new HashSet<>();
    for (HostPort codeServer : codeServers) {
      try (CodeServerCalls calls = calls(codeServer)) {
        codes.addAll(calls.codesOfRouter(router));
      } catch (StatusRuntimeException e) {
        notice.accept(notSaid(codeServer, ControlFailure.describe(e)));
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        notice.accept(notSaid(codeServer, e.getMessage()));
        return Optional.empty();
      }
    }
    return Optional.of(codes);
  }

  /**
   * Tells whether every Code Server says that no secret that a router has fetched is on record. One
   * that does not answer, or may have forgotten some, says nothing.
   */
  boolean isUnseen(RosaId router) {
    for (HostPort codeServer : codeServers) {
      try (CodeServerCalls calls = calls(codeServer)) {
        if (!calls.isUnseen(router)) {
          return false;
        }
      } catch (StatusRuntimeException e) {
        return false;
      }
    }
    return !codeServers.isEmpty();
  }

  private CodeServerCalls calls(HostPort codeServer) {
    return new CodeServerCalls(
        codeServer,
        ControlChannel.open(
            codeServer.toSocketAddress(), self, Role.CODESERVER, ControlLimits.CATALOGUE_BYTES));
  }

  private static String notSaid(HostPort codeServer, String reason) {
    return "code server %s has not said which codes the router has (%s): all secrets are replaced"
        .formatted(codeServer, reason);
  }
}
