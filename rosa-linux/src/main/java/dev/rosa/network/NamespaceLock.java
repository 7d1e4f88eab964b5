package dev.rosa.network;

import dev.rosa.kernel.socket.NetworkName;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lock of this network namespace for one process, by a name. It ends with the process at the
 * latest. One thread at a time.
 */
public final class NamespaceLock implements AutoCloseable {

  /** A keeper whose role was killed and is started again at once still takes things away. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NetworkName name;

  private NamespaceLock(NetworkName name) {
    this.name = name;
  }

  /**
   * Takes the lock.
   *
   * @param address its name; the first part is of one role and kind alone
   * @param taken the reason of the refusal, in words
   * @throws IOException in one line if another process has it, and goes on to have it for seconds
   */
  public static NamespaceLock take(String address, String taken) throws IOException {
    long began = System.nanoTime();
    Optional<NetworkName> name = NetworkName.take(address);
    while (name.isEmpty() && System.nanoTime() - began < PATIENCE_NANOS) {
      LockSupport.parkNanos(NAP_NANOS);
      name = NetworkName.take(address);
    }
    return new NamespaceLock(
        name.orElseThrow(
            () ->
                new IOException(
                    "%s: end that first ('ss -xap' shows it as @%s)".formatted(taken, address))));
  }

  @Override
  public void close() throws IOException {
    name.close();
  }
}
