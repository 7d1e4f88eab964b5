package dev.rosa.proxy.journal;

import dev.rosa.proxy.stream.RefusalReason;

/** Entries for tests. */
final class Entries {
  static final long TIME = 1_790_000_000_123L;

  private Entries() {}

  static RequestEntry request(long connection, String url) {
    return new RequestEntry(
        connection,
        TIME,
        "http",
        "192.0.2.1:40000",
        "198.51.100.1:80",
        "alice",
        "GET",
        url,
        "web",
        null);
  }

  static ConnectionEntry refused(String user, String url) {
    return new ConnectionEntry(
        7,
        TIME - 2_000,
        TIME,
        "http",
        "192.0.2.1:40000",
        "198.51.100.1:80",
        user,
        2,
        url,
        "default",
        RefusalReason.RULE,
        300,
        1_000_000,
        500);
  }
}
