package dev.rosa.proxy.cache;

import java.net.InetAddress;
import java.util.BitSet;

/** What the cache asks the rules and the logins. Thread-safe. */
public interface CachePolicy {

  /**
   * The policy class of a client: whose verdicts are the same on the same request.
   *
   * @param user index of the user
   */
  BitSet classOf(InetAddress client, int user);

  /** Index of the user at an address now. */
  int userAt(InetAddress client);

  /** A request of the client has passed: its login is not idle. */
  void seen(InetAddress client);
}
