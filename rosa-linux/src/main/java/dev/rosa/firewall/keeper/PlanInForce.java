package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.WatchedLinks;
import java.io.IOException;

/**
 * Plan of firewall rules and links in the kernel, with its state: put into force, compared with
 * what is there, made again, taken away. It knows and changes only what carries its mark. Has no
 * clock: callers give times of {@link System#nanoTime}. One thread at a time.
 */
public interface PlanInForce {

  /**
   * Removes leftovers of its own, and puts the plan into force as far as it may be without workers.
   *
   * @throws IOException in one line if something is missing or held by another; nothing is changed
   *     then, or all of it is taken back
   */
  void begin(long nowNanos) throws IOException;

  /** Text for the role once the plan is in force; empty: there is nothing to say. */
  String handover() throws IOException;

  /** A worker was heard. */
  void hear(WorkerBeat beat, long nowNanos);

  /** True if workers came or went, and the rules in force are those for the time before. */
  boolean isOutdated(long nowNanos);

  /** Prefix of the names of the nft tables whose changes concern the plan. */
  String watchedTables();

  /** The interfaces whose changes concern the plan. */
  WatchedLinks watchedLinks();

  /**
   * Looks at everything, and makes it as it should be: the one way by which a plan in force is
   * changed.
   *
   * @return true if something was changed
   * @throws IOException in one line if something cannot be; the keeper tries again
   */
  boolean fit(long nowNanos) throws IOException;

  /** Figures of its rules. */
  NftFigures figures() throws IOException;

  /**
   * Takes the plan away, or leaves in force what it has for a role that is gone.
   *
   * @param orderly whether the role ended as it should
   */
  void end(boolean orderly) throws IOException;
}
