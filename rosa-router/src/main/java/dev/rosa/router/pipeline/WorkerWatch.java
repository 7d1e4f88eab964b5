package dev.rosa.router.pipeline;

import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.execution.CodeInProgress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over a router's workers, of which each may stay in the code of one packet for ever. Four
 * times a second it reads what workers write anyway, so that no packet costs more for it. Readings
 * from any thread. Owns a thread from {@link #start} to {@link #close}.
 */
public final class WorkerWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerWatch.class);
  private static final long PERIOD_MILLIS = 250;

  private final List<WatchedWorker> workers;
  private final LongSupplier nanos;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("watch", true));

  private boolean failing;

  /**
   * A watch that {@link #start} sets going.
   *
   * @param catalogue has the names of codes
   * @param nanos the monotonic clock, as {@link System#nanoTime}
   */
  public WorkerWatch(Workers workers, Supplier<Catalogue> catalogue, LongSupplier nanos) {
    this.nanos = nanos;
    this.workers =
        IntStream.range(0, workers.all().size())
            .mapToObj(i -> new WatchedWorker(i, workers.all().get(i), catalogue))
            .toList();
  }

  /** Begins to look. */
  public void start() {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(
            this::lookOnce, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A look that fails, for instance because code has used up the memory, is not the last one. */
  @SuppressWarnings("CatchThrowable")
  private void lookOnce() {
    try {
      look();
      failing = false;
    } catch (Throwable e) {
      if (!failing) {
        failing = true;
        LOG.error("the watch over the workers fails: {}", e.getClass().getName());
      }
    }
  }

  /** Looks at every worker once. */
  void look() {
    long now = nanos.getAsLong();
    workers.forEach(worker -> worker.look(now));
  }

  /** Workers that stay in one code now. */
  public List<CodeInProgress> stays() {
    return workers.stream().map(WatchedWorker::stay).filter(Objects::nonNull).toList();
  }

  /** Time that a worker has been in the code that it stays in; zero if it stays in none. */
  public Duration inCode(int worker) {
    CodeInProgress stay = workers.get(worker).stay();
    return stay == null ? Duration.ZERO : stay.lasting(nanos.getAsLong());
  }

  /** Line that says which worker does not come back; empty if all do. */
  public Optional<String> complaint() {
    return stays().stream().findFirst().map(stay -> stay.text(nanos.getAsLong()));
  }

  /** Number of stays in one code for over a second, since the start. */
  public long staysEver() {
    return workers.stream().mapToLong(WatchedWorker::staysEver).sum();
  }

  /** Seconds since a packet came in, to a quarter of a second; empty before the first one. */
  public OptionalLong secondsSinceLastPacket() {
    long now = nanos.getAsLong();
    return workers.stream()
        .map(WatchedWorker::lastPacketNanos)
        .filter(Objects::nonNull)
        .mapToLong(at -> Duration.ofNanos(now - at).toSeconds())
        .min();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
