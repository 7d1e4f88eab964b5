package dev.rosa.proxy.packet;

import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.policy.ClientEnd;
import dev.rosa.proxy.policy.RefusalCounts;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.url.Scheme;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Map;

/** Maker of judges for the connections of one worker. Owned by one thread. */
final class JudgeMaker {

  /** How long an incomplete head is held. */
  static final long HEAD_NANOS = 10_000_000_000L;

  private static final int PORTS = 1 << 16;

  private final Shared shared;
  private final Scheme[] schemes = new Scheme[PORTS];

  /**
   * What the connections of a worker share.
   *
   * @param rules in force
   * @param counts of refusals
   * @param heads memory for heads
   * @param requestHead reader of requests
   * @param responseHead reader of answers
   * @param hello reader of TLS
   * @param kept room for bytes that may be repeated
   * @param cache the worker's part of the kernel's cache; null: there is none
   */
  record Shared(
      RulesInForce rules,
      RefusalCounts counts,
      HeadBuffers heads,
      RequestHead requestHead,
      ResponseHead responseHead,
      ClientHello hello,
      KeptRoom kept,
      WorkerCache cache) {}

  /**
   * A connection that is asked for.
   *
   * @param number of it, unique while the proxy runs
   * @param scheme of its port
   * @param client the client
   * @param clientPort of it
   * @param serverPort of the server
   * @param log of its requests
   */
  record New(
      long number, Scheme scheme, ClientEnd client, int clientPort, int serverPort, FlowLog log) {}

  /**
   * A maker.
   *
   * @param schemes of the ports, by number
   */
  JudgeMaker(Shared shared, Map<Integer, Scheme> schemes) {
    this.shared = shared;
    schemes.forEach((port, scheme) -> this.schemes[port] = scheme);
  }

  /** The scheme of a server's port; null: it is not proxied. */
  Scheme schemeOf(int port) {
    return schemes[port];
  }

  FlowJudge make(New connection) {
    String address = inUrl(connection.client().server());
    return switch (connection.scheme()) {
      case HTTPS -> new TlsFlow(connection, shared, address);
      case TELNET -> new TelnetFlow(connection, shared, address);
      default -> new HttpFlow(connection, shared, ServerEnd.of(address, connection.serverPort()));
    };
  }

  private static String inUrl(InetAddress address) {
    return address instanceof Inet6Address
        ? "[" + address.getHostAddress() + "]"
        : address.getHostAddress();
  }
}
