package dev.rosa.firewall.keeper;

import dev.rosa.network.Kernel;
import java.io.IOException;

/**
 * Plan of a role's firewall rules and links, which a privileged keeper process keeps in force in
 * the kernel. It says what is matched on which interfaces, where it goes, and what happens while
 * the role's workers are gone. Plans of different roles share interfaces and a keeper's code; each
 * has tables and links of its own. Immutable.
 */
public interface Plan {

  /** The plan's name in messages, such as {@code the diversion}. */
  String subject();

  /**
   * Takes the locks that no other process may have while this plan is kept.
   *
   * @throws IOException in one line if another process has one of them
   */
  PlanLocks lock(Kernel kernel) throws IOException;

  /**
   * The plan with its state, before anything of it is in force.
   *
   * @param beats receiver of the workers' beats
   * @param events listener
   */
  PlanInForce inForce(Kernel kernel, BeatReceiver beats, Events events);
}
