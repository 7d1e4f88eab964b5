package dev.rosa.bench.sessions;

import dev.rosa.wire.active.Suite;
import java.util.List;

/**
 * Parameters of {@code ./rosa bench sessions}: numbers of sessions, rounds, batches.
 *
 * @param sessions live sessions, ascending
 * @param revoked how many other sessions the domain has revoked, in rows beside those without; 0:
 *     no such rows
 * @param warmUps rounds that do not count
 * @param rounds rounds that count
 * @param runIn batches at the beginning of a round whose time does not count: the round before has
 *     filled the caches with other sessions
 * @param batches whose time counts, for each number of sessions in each round
 */
record SessionsPlan(
    Suite suite,
    List<Integer> sessions,
    int revoked,
    int warmUps,
    int rounds,
    int runIn,
    int batches) {

  /** Packets in a batch. */
  static final int BATCH = 64;

  /** Bytes of an IP packet. */
  static final int PACKET_BYTES = 1_024;

  static SessionsPlan quick(Suite suite, List<Integer> sessions, int revoked) {
    return new SessionsPlan(suite, sessions, revoked, 20, 31, 4, 32);
  }

  static SessionsPlan full(Suite suite, List<Integer> sessions, int revoked) {
    return new SessionsPlan(suite, sessions, revoked, 20, 101, 8, 64);
  }
}
