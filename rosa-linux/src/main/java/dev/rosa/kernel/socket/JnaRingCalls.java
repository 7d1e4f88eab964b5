package dev.rosa.kernel.socket;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.util.Optional;

/**
 * JNA implementation of a packet ring's system calls, poll and sendmmsg: always available, and more
 * expensive than by JNI. Stateless.
 */
final class JnaRingCalls implements RingCalls {

  @Override
  public String name() {
    return "JNA";
  }

  @Override
  public Optional<String> unavailabilityCause() {
    return Optional.empty();
  }

  @Override
  public int poll(long descriptors, int count, int timeoutMillis) {
    int ready = LibC.poll(descriptors, count, timeoutMillis);
    if (ready >= 0) {
      return ready;
    }
    int errno = Errno.last();
    return errno == Errno.EINTR ? 0 : -errno;
  }

  @Override
  public int sendmmsg(int socket, long messages, int count, int flags) {
    int sent = LibC.sendmmsg(socket, messages, count, flags);
    return sent >= 0 ? sent : -Errno.last();
  }
}
