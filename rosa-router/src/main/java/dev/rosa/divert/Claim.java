package dev.rosa.divert;

import dev.rosa.kernel.socket.NetworkName;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lock of this network namespace for one process: on a diversion, on the packets of an interface,
 * or on a router's name. It ends with the process at the latest. One thread at a time.
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
    String what = "the diversion of router " + marks.name() + " is kept by a process that runs";
    return of("rosa-diversion/" + marks.table(), what);
  }

  /**
   * Claims to be a router that packets are diverted to: its keeper may have ended before it.
   *
   * @throws IOException in one line if another process is, and goes on to be for seconds
   */
  static Claim ofRouter(String name) throws IOException {
    return of("rosa-router/" + name, "a router " + name + " runs here already");
  }

  /**
   * Claims the active packets of an interface, also under another name later.
   *
   * @throws IOException in one line if another process has them, and goes on to do so for seconds
   */
  static Claim of(Link link) throws IOException {
    return of(
        "rosa-interface/" + link.index(),
        "active packets of interface %s are those of another diversion that runs"
            .formatted(link.name()));
  }

  private static Claim of(String address, String taken) throws IOException {
    long began = System.nanoTime();
    Optional<NetworkName> name = NetworkName.take(address);
    while (name.isEmpty() && System.nanoTime() - began < PATIENCE_NANOS) {
      LockSupport.parkNanos(NAP_NANOS);
      name = NetworkName.take(address);
    }
    return new Claim(
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
