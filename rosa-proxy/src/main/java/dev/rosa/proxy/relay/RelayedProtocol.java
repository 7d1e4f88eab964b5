package dev.rosa.proxy.relay;

import java.io.IOException;

/** Protocol of a relay. Called by several threads, by one for each session. */
public interface RelayedProtocol {

  /** Its name, for threads and the log. */
  String name();

  /** Answer to a client that has too many sessions, or there are too many of all. */
  byte[] tooMany();

  /** Answer to a client whose connection cannot be relayed. */
  byte[] refusal();

  /**
   * Serves a session to its end, and leaves its sockets open.
   *
   * @return false if no server has heard of it
   */
  boolean serve(RelayedConnection connection) throws IOException;
}
