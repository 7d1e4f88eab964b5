package dev.rosa.as.audit;

import dev.rosa.serving.RegularTask;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Task that signs a checkpoint soon after the audit log has grown, and once more at the end. Owns a
 * thread.
 */
public final class CheckpointTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTask.class);

  /** A checkpoint is to follow its leaves within a second. */
  private static final Duration TICK = Duration.ofMillis(500);

  private static final Duration STOP = Duration.ofSeconds(6);

  private final Checkpoints checkpoints;
  private final Runnable look;
  private final InstantSource clock;
  private final RegularTask regular;
  private volatile Checkpoints.State state;

  private CheckpointTask(Checkpoints checkpoints, Runnable look, InstantSource clock) {
    this.checkpoints = checkpoints;
    this.look = look;
    this.clock = clock;
    this.state = checkpoints.state();
    this.regular =
        RegularTask.start(
            "audit-checkpoint",
            TICK,
            LOG,
            "the audit log's checkpoint cannot be signed",
            this::sign);
    regular.soon();
  }

  /**
   * Starts the task.
   *
   * @param look reads what else the storage says of the log; called before each checkpoint
   */
  public static CheckpointTask start(Checkpoints checkpoints, Runnable look, InstantSource clock) {
    return new CheckpointTask(checkpoints, look, clock);
  }

  private void sign() {
    look.run();
    Checkpoints.State found = checkpoints.state();
    if (found.size() > found.signed()) {
      Checkpoints.Signed unused = checkpoints.newest();
      found = checkpoints.state();
    }
    state = found;
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
    regular.soon();
    regular.close(STOP);
  }
}
