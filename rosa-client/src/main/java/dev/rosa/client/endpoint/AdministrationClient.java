package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import dev.rosa.administration.ActStatement;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AdministrationGrpc;
import dev.rosa.control.v1.AdministrationRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Administrator's client of a domain's Authorization Servers (PROTOCOL §6). An act is signed once,
 * for the domain: it counts once, at whichever server. Thread-safe; owns its channels.
 */
public final class AdministrationClient implements AutoCloseable {
  private static final String TITLE = "Authorization Server";

  /** Acts wait for the storage, and some for Code Servers. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final ControlNodes servers;
  private final Identity self;
  private final SecureRandom random;
  private final InstantSource clock;

  private AdministrationClient(
      ControlNodes servers, Identity self, SecureRandom random, InstantSource clock) {
    this.servers = servers;
    this.self = self;
    this.random = random;
    this.clock = clock;
  }

  /**
   * A client that connects with its first call.
   *
   * @param servers at least one; asked in this order
   */
  public static AdministrationClient open(
      List<HostPort> servers, Identity self, SecureRandom random, InstantSource clock) {
    return new AdministrationClient(
        ControlNodes.of(
            servers,
            server ->
                new ControlNode(
                    TITLE,
                    server,
                    ControlChannel.open(server.toSocketAddress(), self, Role.AS),
                    ControlNodes.PATIENCE),
            SILENCE),
        self,
        random,
        clock);
  }

  /** Has an act carried out; returns the lines of the answer. */
  public List<String> carryOut(String act, Map<String, String> arguments)
      throws CallFailedException {
    byte[] id = new byte[ActStatement.REQUEST_ID_BYTES];
    random.nextBytes(id);
    ActStatement statement =
        ActStatement.of(self.id(), ByteString.copyFrom(id), clock.instant(), act, arguments);
    AdministrationRequest request =
        AdministrationRequest.newBuilder().setSigned(statement.signedBy(self)).build();
    AtomicInteger attempts = new AtomicInteger();
    try {
      return servers.ask(node -> node.ask(() -> carryOut(node, request, attempts)));
    } catch (CallFailedException e) {
      if (attempts.get() > 1 && e.isAnsweredBefore()) {
        return List.of("done; the answer was lost, the audit log has it");
      }
      throw e;
    }
  }

  private static List<String> carryOut(
      ControlNode node, AdministrationRequest request, AtomicInteger attempts) {
    int unused = attempts.incrementAndGet();
    return List.copyOf(
        AdministrationGrpc.newBlockingStub(node.channel())
            .withDeadlineAfter(node.patience().toNanos(), TimeUnit.NANOSECONDS)
            .carryOut(request)
            .getLinesList());
  }

  @Override
  public void close() {
    servers.close();
  }
}
