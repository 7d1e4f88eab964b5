package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import java.io.IOException;
import java.util.List;

/**
 * A way for packets from src to dst that the bench measures, there between {@link #open} and {@link
 * #close}.
 */
public interface Forwarder extends AutoCloseable {

  /** Its name in tables. */
  String name();

  /**
   * Sets it up.
   *
   * @throws AbsentException if this machine does not have what it takes
   */
  void open() throws IOException, InterruptedException, AbsentException;

  /** The processes whose time counts. */
  List<Long> pids();

  /** Destination of packets that are to take this way. */
  default String destination() {
    return BenchNetwork.DESTINATION;
  }

  /** True if packets come to dst in another form, so that only their order tells which is which. */
  default boolean isTunnel() {
    return false;
  }

  /** True if active packets take this way. */
  default boolean isForActivePackets() {
    return false;
  }

  /** Least duration of its warm-up, for any rate. */
  default double warmUpSeconds() {
    return 0;
  }

  @Override
  void close() throws IOException;
}
