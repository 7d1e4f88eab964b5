package dev.rosa.proxy.http.relay;

import dev.rosa.proxy.relay.LastBytes;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelayedConnection;
import dev.rosa.proxy.relay.RelayedProtocol;
import dev.rosa.proxy.stream.AsciiBytes;
import java.io.IOException;
import java.util.function.LongSupplier;

/** HTTP as a relay's protocol. Thread-safe. */
public final class HttpRelay implements RelayedProtocol {
  private static final byte[] TOO_MANY =
      AsciiBytes.of(
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");

  private final ExchangePolicy.Maker policies;
  private final RelayLimits limits;
  private final HttpSession.Surroundings around;

  /**
   * For all connections of a relay.
   *
   * @param room memory for answers that are held
   * @param nanos a clock as {@link System#nanoTime}
   */
  public HttpRelay(
      ExchangePolicy.Maker policies, ScanRoom room, RelayLimits limits, LongSupplier nanos) {
    this.policies = policies;
    this.limits = limits;
    around = new HttpSession.Surroundings(room, limits.idleMillis(), nanos);
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public byte[] tooMany() {
    return TOO_MANY.clone();
  }

  @Override
  public byte[] refusal() {
    return tooMany();
  }

  @Override
  public boolean serve(RelayedConnection connection) throws IOException {
    ExchangePolicy policy = policies.of(connection.peer(), connection.server());
    HttpEnd client = new HttpEnd(connection.client(), limits.writeMillis());
    HttpEnd server = new HttpEnd(connection.upstream(), limits.writeMillis());
    HttpSession session = new HttpSession(connection, client, server, policy, around);
    SessionEnd end = SessionEnd.BROKEN;
    try {
      end = session.run();
    } finally {
      session.close();
      policy.ended(server.written(), client.written(), client.seen() + server.seen());
      if (end == SessionEnd.BROKEN) {
        connection.client().reset();
      }
    }
    if (end == SessionEnd.ORDERLY) {
      LastBytes.finish(connection.client());
      if (session.isConnected()) {
        LastBytes.finish(connection.upstream());
      }
    }
    return session.isConnected();
  }
}
