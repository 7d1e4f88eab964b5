package dev.rosa.as.audit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs a checkpoint soon after the log has grown, whichever server or command wrote to it, and
 * once more at the end. Owns a thread.
 */
public final class CheckpointTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTask.class);

  /** A checkpoint is to follow its leaves within a second. */
  private static final long TICK_MILLIS = 500;

  private static final int STOP_SECONDS = 6;

  private final Checkpoints checkpoints;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "audit-checkpoint"));
  private volatile Checkpoints.State state;
  private boolean failing;

  private CheckpointTask(Checkpoints checkpoints, InstantSource clock) {
    this.checkpoints = checkpoints;
    this.clock = clock;
    this.state = checkpoints.state();
  }

  public static CheckpointTask start(Checkpoints checkpoints, InstantSource clock) {
    CheckpointTask task = new CheckpointTask(checkpoints, clock);
    // Never fails: guarded lets nothing through.
    ScheduledFuture<?> unused =
        task.thread.scheduleWithFixedDelay(task::guarded, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    return task;
  }

  private void sign() {
    Checkpoints.State found = checkpoints.state();
    if (found.size() > found.signed()) {
      Checkpoints.Signed unused = checkpoints.newest();
      found = checkpoints.state();
    }
    state = found;
  }

  /** A task that throws would never run again. */
  private void guarded() {
    try {
      sign();
      failing = false;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        LOG.error("the audit log's checkpoint cannot be signed, repeating: {}", e.toString());
      }
      failing = true;
    }
  }

  /** Figures for the status pages. */
  public Map<String, Long> figures() {
    Checkpoints.State now = state;
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("rows", now.size());
    figures.put("checkpointRows", now.signed());
    long age = Duration.between(now.at(), clock.instant()).toSeconds();
    figures.put("checkpointAgeSeconds", now.signed() == 0 ? 0 : Math.max(0, age));
    return figures;
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    guarded();
  }
}
