package dev.rosa.proxy.login;

import java.net.InetAddress;

/**
 * A user at an address. Changed under the lock of its {@link Logins}, but for the time at which it
 * was seen; read by any thread.
 */
final class Login {
  final InetAddress client;
  final String name;
  final long beganMillis;

  /** The user's number. */
  final int user;

  /** When its user has proven that last: a login may begin anew. */
  long provenMillis;

  volatile long untilMillis;
  volatile long seenMillis;

  /** What the listener was told last. */
  long promisedMillis;

  Login(InetAddress client, String name, int user, long nowMillis) {
    this.client = client;
    this.name = name;
    this.user = user;
    this.beganMillis = nowMillis;
  }

  /** When it ends if its client is not seen again. */
  long endMillis(long idleMillis) {
    return Math.min(untilMillis, seenMillis + idleMillis);
  }
}
