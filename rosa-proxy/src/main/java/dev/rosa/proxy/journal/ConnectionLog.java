package dev.rosa.proxy.journal;

/**
 * Takes what the log shall keep. It never waits: what it has no room for is counted as lost. It
 * writes no password, no cookie and, unless the configuration asks for them, no query. Thread-safe.
 */
public interface ConnectionLog {

  /** A request and its verdict, for rules with {@code log="full"}. */
  void request(RequestEntry entry);

  /** A connection that has ended, for rules with {@code log="summary"} or {@code log="full"}. */
  void ended(ConnectionEntry entry);
}
