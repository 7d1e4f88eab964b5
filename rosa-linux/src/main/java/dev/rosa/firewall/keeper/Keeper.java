package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.Kernel;
import dev.rosa.network.KernelSnapshot;
import java.io.IOException;

/**
 * Keeper of a plan: it puts a role's firewall rules and links into force, mends them, and bypasses
 * silent workers. It decides when the plan is looked at: when workers come or go, when another
 * process has changed what the plan watches, and once in a while. Has no clock: callers give times
 * of {@link System#nanoTime}. One thread at a time.
 */
public final class Keeper {

  /** Longest time between two looks: a snapshot does not see every change. */
  private static final long LONGEST_NANOS = 10_000_000_000L;

  /** Shortest time between two looks at everything, which start programs. */
  private static final long LOOK_NANOS = 900_000_000L;

  /** Shortest time between two snapshots. */
  private static final long SNAPSHOT_NANOS = 90_000_000L;

  /** Time between two readings of the rules' figures. */
  private static final long FIGURES_NANOS = 1_000_000_000L;

  private final String subject;
  private final PlanInForce plan;
  private final Kernel kernel;
  private final Events events;

  /** The snapshot right before the last look at everything; null: another look is due. */
  private KernelSnapshot snapshot;

  private long snapshotNanos;
  private long lookedNanos;
  private long retryNanos;
  private long figuresNanos;
  private String trouble = "";

  /** Keeper of a plan that is not in force yet. */
  public Keeper(Plan plan, Kernel kernel, BeatReceiver beats, Events events) {
    this.subject = plan.subject();
    this.plan = plan.inForce(kernel, beats, events);
    this.kernel = kernel;
    this.events = events;
  }

  /**
   * Puts the plan into force.
   *
   * @throws IOException in one line if that cannot be; nothing of it is in force then
   */
  public void begin(long nowNanos) throws IOException {
    plan.begin(nowNanos);
    lookedNanos = nowNanos;
    snapshotNanos = nowNanos;
    retryNanos = nowNanos;
    figuresNanos = nowNanos;
  }

  /** Text for the role once the plan is in force. */
  public String handover() throws IOException {
    return plan.handover();
  }

  /** A worker was heard. */
  public void hear(WorkerBeat beat, long nowNanos) {
    plan.hear(beat, nowNanos);
  }

  /** Does what is due; to be called several times a second. */
  public void turn(long nowNanos) {
    readFigures(nowNanos);
    if (nowNanos - retryNanos < 0) {
      return;
    }
    try {
      if (plan.isOutdated(nowNanos) || isLookDue(nowNanos)) {
        look(nowNanos);
      }
      trouble = "";
    } catch (IOException e) {
      snapshot = null;
      retryNanos = nowNanos + LOOK_NANOS;
      complain(e);
    }
  }

  /** Figures that cannot be read are none: they are no reason to look at everything again. */
  private void readFigures(long nowNanos) {
    if (nowNanos - figuresNanos < FIGURES_NANOS) {
      return;
    }
    figuresNanos = nowNanos;
    try {
      events.figures(plan.figures());
    } catch (IOException e) {
      events.figures(NftFigures.NONE);
    }
  }

  private boolean isLookDue(long nowNanos) throws IOException {
    long since = nowNanos - lookedNanos;
    if (since >= LONGEST_NANOS) {
      return true;
    }
    if (since < LOOK_NANOS || nowNanos - snapshotNanos < SNAPSHOT_NANOS) {
      return false;
    }
    snapshotNanos = nowNanos;
    return snapshot == null || !snapshot().equals(snapshot);
  }

  private KernelSnapshot snapshot() throws IOException {
    return kernel.snapshot(plan.watchedTables(), plan.watchedLinks());
  }

  private void look(long nowNanos) throws IOException {
    // First: the next snapshot shows every change from here on.
    snapshot = snapshot();
    lookedNanos = nowNanos;
    if (plan.fit(nowNanos)) {
      // It shows the kernel before the change, to which another process may set it back.
      snapshot = null;
    }
  }

  /** Warns once of the same trouble, which every retry meets again. */
  private void complain(IOException e) {
    if (!trouble.equals(e.getMessage())) {
      trouble = e.getMessage();
      events.warn("trouble with %s, to be tried again: %s".formatted(subject, trouble));
    }
  }

  /**
   * Takes the plan away, or leaves in force what it has for a role that is gone.
   *
   * @param orderly whether the role ended as it should
   */
  public void end(boolean orderly) throws IOException {
    plan.end(orderly);
  }
}
