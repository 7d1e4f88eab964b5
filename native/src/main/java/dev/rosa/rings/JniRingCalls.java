package dev.rosa.rings;

import dev.rosa.kernel.socket.RingCalls;
import java.util.Optional;

/**
 * JNI implementation of the system calls poll and sendmmsg for a packet ring's thread; a call costs
 * some nanoseconds. Found by the ServiceLoader; loads the library at the first question.
 * Thread-safe.
 */
public final class JniRingCalls implements RingCalls {

  /** For the ServiceLoader. */
  public JniRingCalls() {}

  @Override
  public String name() {
    return "JNI";
  }

  @Override
  public Optional<String> unavailabilityCause() {
    return RingsLibrary.LIBRARY.unavailabilityCause();
  }

  @Override
  public int poll(long descriptors, int count, int timeoutMillis) {
    return pollOf(descriptors, count, timeoutMillis);
  }

  @Override
  public int sendmmsg(int socket, long messages, int count, int flags) {
    return sendmmsgOf(socket, messages, count, flags);
  }

  private static native int pollOf(long descriptors, int count, int timeoutMillis);

  private static native int sendmmsgOf(int socket, long messages, int count, int flags);
}
