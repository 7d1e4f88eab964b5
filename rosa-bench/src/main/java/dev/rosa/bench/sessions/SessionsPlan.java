package dev.rosa.bench.sessions;

import dev.rosa.wire.Suite;
import java.util.List;

/**
 * What is measured, and how thoroughly.
 *
 * @param sessions live sessions, ascending
 * @param warmUps rounds that do not count
 * @param rounds rounds that count
 * @param batchesPerRound for each number of sessions
 */
record SessionsPlan(
    Suite suite, List<Integer> sessions, int warmUps, int rounds, int batchesPerRound) {

  /** Packets in a batch. */
  static final int BATCH = 64;

  /** Bytes of an IP packet. */
  static final int PACKET_BYTES = 1_024;

  static SessionsPlan quick(Suite suite, List<Integer> sessions) {
    return new SessionsPlan(suite, sessions, 40, 31, 16);
  }

  static SessionsPlan full(Suite suite, List<Integer> sessions) {
    return new SessionsPlan(suite, sessions, 60, 151, 32);
  }
}
