package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import io.grpc.Status;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Single thread that checks bundles at their publication, one after the other, with a short queue
 * of those that wait. All other calls have threads of their own: a router never waits behind a
 * publication, and one publisher cannot keep the others out. Thread-safe.
 */
final class AdmissionLane implements AutoCloseable {

  /** Most bundles that wait, of all publishers; each is held in memory. */
  static final int MOST_WAITING = 8;

  /** Most bundles of one publisher, waiting or under way. */
  static final int MOST_PER_PUBLISHER = 2;

  private static final int GRACE_SECONDS = 10;

  private final Map<RosaId, Integer> held = new HashMap<>();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          new DefaultThreadFactory("admission", true));

  /** A publication's place in the lane. */
  final class Place implements Runnable {

    private final RosaId publisher;
    private final Runnable admission;

    private Place(RosaId publisher, Runnable admission) {
      this.publisher = publisher;
      this.admission = admission;
    }

    @Override
    public void run() {
      try {
        admission.run();
      } finally {
        release(publisher);
      }
    }

    /** Gives the place up if its turn has not come; an admission under way looks for itself. */
    void leave() {
      if (thread.remove(this)) {
        release(publisher);
      }
    }
  }

  /**
   * Lines a publication up; it runs when all before it are done.
   *
   * @throws io.grpc.StatusRuntimeException RESOURCE_EXHAUSTED if too many wait
   */
  Place enter(RosaId publisher, Runnable admission) {
    Place place = new Place(publisher, admission);
    hold(publisher);
    try {
      thread.execute(place);
    } catch (RejectedExecutionException e) {
      release(publisher);
      throw exhausted(MOST_WAITING + " bundles wait to be checked here already");
    }
    return place;
  }

  private synchronized void hold(RosaId publisher) {
    int holding = held.getOrDefault(publisher, 0);
    if (holding >= MOST_PER_PUBLISHER) {
      throw exhausted(holding + " bundles of " + publisher + " wait to be checked already");
    }
    held.put(publisher, holding + 1);
  }

  private synchronized void release(RosaId publisher) {
    held.computeIfPresent(publisher, (id, holding) -> holding == 1 ? null : holding - 1);
  }

  private static RuntimeException exhausted(String reason) {
    return Status.RESOURCE_EXHAUSTED
        .withDescription(reason + ", publish this one later")
        .asRuntimeException();
  }

  /** True if nothing more is admitted. */
  boolean isClosed() {
    return thread.isShutdown();
  }

  /** Waits for the admission under way, which sees that it is no longer wanted. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
