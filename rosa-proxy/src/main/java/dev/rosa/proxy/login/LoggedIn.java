package dev.rosa.proxy.login;

import java.net.InetAddress;

/**
 * Users that are logged in, by the address of their machine. Behind NAT one address is many users.
 * Thread-safe; a look-up allocates nothing and waits for nothing.
 */
public interface LoggedIn {

  /**
   * The user at an address.
   *
   * @return number of the user, or {@code Question.NO_USER}
   */
  int userAt(InetAddress client);

  /** The client has sent a packet: its login is not idle. At most one call a second is needed. */
  void seen(InetAddress client);

  /** Is told of each login and its end, in the thread that has caused it. */
  interface Listener {

    /** A user has logged in, or stays logged in for longer; {@code seconds} from now. */
    void loggedIn(InetAddress client, int user, long seconds);

    /** The login has ended: by the user, by its time, by an operator, or as it was idle. */
    void loggedOut(InetAddress client, int user);
  }
}
