package dev.rosa.proxy.http.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;

/**
 * Waits of a session for its peers, as long as it may go on. Looks twice a second whether its user
 * is still logged in. Owned by one thread.
 */
final class Watch {

  /** A logout ends the session within a second. */
  static final int LOOK_MILLIS = 500;

  private final HttpEnd client;
  private final HttpEnd server;
  private final ExchangePolicy policy;
  private final int idleMillis;
  private boolean isOver;

  Watch(HttpEnd client, HttpEnd server, ExchangePolicy policy, int idleMillis) {
    this.client = client;
    this.server = server;
    this.policy = policy;
    this.idleMillis = idleMillis;
  }

  /** Waits for bytes of the server, or its end; false if the session may not go on. */
  boolean awaitServer() throws IOException {
    int waited = 0;
    boolean goesOn = mayGoOn();
    while (goesOn && !server.fill() && !server.hasEnded()) {
      waited = server.socket().awaitReadable(LOOK_MILLIS) ? waited : waited + LOOK_MILLIS;
      // A client that has broken the connection off is noticed here.
      boolean unused = client.fill();
      goesOn = waited < idleMillis && mayGoOn();
    }
    return goesOn;
  }

  /**
   * Waits once for bytes of either end.
   *
   * @return false if there are none yet
   */
  boolean awaitEither() throws IOException {
    boolean isHeard;
    if (client.hasEnded()) {
      isHeard = server.socket().awaitReadable(LOOK_MILLIS);
    } else {
      isHeard = TransparentSocket.awaitReadable(client.socket(), server.socket(), LOOK_MILLIS);
    }
    return isHeard;
  }

  /** False if the session must end as its user has logged out. */
  boolean mayGoOn() {
    if (!isOver && !policy.isInForce()) {
      isOver = true;
      policy.refusedAnswer(RefusalReason.LOGGED_OUT);
    }
    return !isOver;
  }

  int idleMillis() {
    return idleMillis;
  }
}
