package dev.rosa.kernel.socket;

import java.util.Optional;

/**
 * Two system calls, poll and sendmmsg, that a packet ring's thread makes for every batch. Arguments
 * are primitive, pointers are {@code long}; nothing is allocated or thrown. Implementations in
 * native code are found by {@link java.util.ServiceLoader}; thread-safe.
 */
public interface RingCalls {

  /** Name of the implementation, e.g. {@code JNI}. */
  String name();

  /**
   * Reason why it cannot make the calls here, in a sentence without a full stop; empty if it can.
   */
  Optional<String> unavailabilityCause();

  /**
   * poll(2).
   *
   * @param descriptors address of {@code struct pollfd[count]}
   * @return descriptors with events, 0 also after a signal; or −errno
   */
  int poll(long descriptors, int count, int timeoutMillis);

  /**
   * sendmmsg(2).
   *
   * @param messages address of {@code struct mmsghdr[count]}
   * @return messages sent; or −errno of the first
   */
  int sendmmsg(int socket, long messages, int count, int flags);
}
