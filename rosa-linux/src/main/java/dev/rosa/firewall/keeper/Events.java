package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;

/**
 * Listener to the events of a keeper, the process with a role's firewall rules: a log, a role or a
 * terminal.
 */
public interface Events {

  /** Something went as it should. */
  void info(String sentence);

  /** Something is not as it should be. */
  void warn(String sentence);

  /** The present state; comes with every change. */
  void report(PlanReport report);

  /** Figures of the rules; come about once a second. */
  void figures(NftFigures figures);
}
