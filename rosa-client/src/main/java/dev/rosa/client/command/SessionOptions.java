package dev.rosa.client.command;

import dev.rosa.client.endpoint.ServerList;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options for a session: the Authorization Server and the parameters of the request. */
final class SessionOptions {
  private static final long MAX_U32 = 0xffff_ffffL;
  private static final int MAX_U16 = 0xffff;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "HOST:PORT",
      description = "the Authorization Server; several of the domain: A,B, asked in this order")
  private ServerList servers;

  @Option(
      names = "--code",
      required = true,
      paramLabel = "NAME",
      description = "the code that routers shall run, by its name at the Authorization Server")
  private String code;

  @Option(
      names = "--source",
      required = true,
      paramLabel = "IP",
      description = "where the active packets come from")
  private InetAddress source;

  @Option(
      names = "--destination",
      required = true,
      paramLabel = "IP",
      description = "where they go")
  private InetAddress destination;

  @Option(
      names = "--suite",
      paramLabel = "SUITE",
      description =
          "how packets are protected, e.g. HMAC-SHA256-128 or AES256-GCM"
              + " (default: the domain's)")
  private Suite suite;

  @Option(
      names = "--recipient",
      split = ",",
      paramLabel = "USER",
      description = "a user who may join the session, by name or identity; may be repeated")
  private List<String> recipients = new ArrayList<>();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "packets per second to ask routers for (default: what the rule allows)")
  private Long rate;

  @Option(
      names = "--fuel",
      paramLabel = "N",
      description = "thousands of instructions per packet to ask for (default: the rule's)")
  private Integer fuel;

  @Option(
      names = "--permissions",
      paramLabel = "LIST",
      description = "of read, modify, drop, state, or none (default: what the rule allows)")
  private String permissions;

  List<HostPort> servers() {
    return servers.addresses();
  }

  String code() {
    return code;
  }

  InetAddress source() {
    return source;
  }

  InetAddress destination() {
    return destination;
  }

  /**
   * The request in these options.
   *
   * @param domain the user's own domain, for recipients that are given by name only
   */
  SessionRequest request(int domain, SessionRequest.Window window) throws CommandFailedException {
    if (source.getClass() != destination.getClass()) {
      throw CommandFailedException.usage(
          "--source and --destination must both be IPv4 or both IPv6");
    }
    try {
      return new SessionRequest(
          code,
          window,
          source,
          destination,
          Optional.ofNullable(suite),
          grant(),
          recipients.stream().map(recipient -> recipient(domain, recipient)).toList());
    } catch (IllegalArgumentException e) {
      throw CommandFailedException.usage(e.getMessage());
    }
  }

  private static RosaId recipient(int domain, String text) {
    return text.startsWith("rosa:") ? RosaId.parse(text) : new RosaId(domain, Role.USER, text);
  }

  private SessionRequest.GrantWish grant() {
    if (rate != null && (rate < 0 || rate > MAX_U32)) {
      throw new IllegalArgumentException("--rate must be a whole number from 0 to " + MAX_U32);
    }
    if (fuel != null && (fuel < 0 || fuel > MAX_U16)) {
      throw new IllegalArgumentException("--fuel must be a whole number from 0 to " + MAX_U16);
    }
    return new SessionRequest.GrantWish(
        rate == null ? OptionalInt.empty() : OptionalInt.of(rate.intValue()),
        fuel == null ? OptionalInt.empty() : OptionalInt.of(fuel),
        permissions == null
            ? OptionalInt.empty()
            : OptionalInt.of(Grant.parsePermissions(permissions)));
  }
}
