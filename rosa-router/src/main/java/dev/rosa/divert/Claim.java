package dev.rosa.divert;

import dev.rosa.kernel.NetworkName;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * That this process and no other one of this network namespace keeps or removes a diversion. It
 * ends with the process at the latest. One thread at a time.
 */
final class Claim implements AutoCloseable {

  /** A keeper whose router was killed and is started again at once still takes things away. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NetworkName name;

  private Claim(NetworkName name) {
    this.name = name;
  }

  /**
   * Claims a router's diversion.
   *
   * @throws IOException in one line if another process keeps it, and goes on to do so for seconds
   */
  static Claim of(Marks marks) throws IOException {
    String address = "rosa-diversion/" + marks.table();
    long began = System.nanoTime();
    Optional<NetworkName> taken = NetworkName.take(address);
    while (taken.isEmpty() && System.nanoTime() - began < PATIENCE_NANOS) {
      LockSupport.parkNanos(NAP_NANOS);
      taken = NetworkName.take(address);
    }
    return new Claim(taken.orElseThrow(() -> kept(marks, address)));
  }

  private static IOException kept(Marks marks, String address) {
    return new IOException(
        "the diversion of router %s is kept by a process that runs: end that first ('ss -xap' shows it as @%s)"
            .formatted(marks.name(), address));
  }

  @Override
  public void close() throws IOException {
    name.close();
  }
}
