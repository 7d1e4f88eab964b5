package dev.rosa.firewall.divert;

import dev.rosa.firewall.keeper.PlanLocks;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.NamespaceLock;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * Locks of this network namespace against conflicts: on a diversion's name, a router's name, and
 * the active packets of an interface, which may be the one that leads to another machine. Of two
 * that begin at the same moment one is refused. Stateless.
 */
final class DiversionLocks {

  private DiversionLocks() {}

  /**
   * Locks what is there of a plan.
   *
   * @throws IOException in one line if another process has some of it, and goes on to have it for
   *     seconds
   */
  static PlanLocks take(DiversionPlan plan, Kernel kernel) throws IOException {
    return PlanLocks.take(
        locks -> {
          locks.add(ofDiversion(plan.mark()));
          // In the same order in all processes: none waits for one that waits for it.
          List<Link> diverted =
              kernel.links().stream()
                  .filter(
                      link -> plan.from().contains(link.name()) || link.name().equals(plan.nic()))
                  .sorted(Comparator.comparingInt(Link::index))
                  .toList();
          for (Link link : diverted) {
            locks.add(ofInterface(link, plan, kernel));
          }
        });
  }

  /**
   * Locks a router's diversion.
   *
   * @throws IOException in one line if another process keeps it, and goes on to do so for seconds
   */
  static NamespaceLock ofDiversion(OwnershipMark mark) throws IOException {
    return NamespaceLock.take(
        "rosa-diversion/" + mark.table(),
        "the diversion of %s is kept by a process that runs".formatted(mark.owner()));
  }

  /**
   * Locks the name of a router that packets are diverted to: its keeper may have ended before it.
   *
   * @throws IOException in one line if another process is one, and goes on to be for seconds
   */
  static NamespaceLock ofRouter(String name) throws IOException {
    return NamespaceLock.take("rosa-router/" + name, "a router " + name + " runs here already");
  }

  /** Locks the active packets of an interface, also under another name later. */
  private static NamespaceLock ofInterface(Link link, DiversionPlan plan, Kernel kernel)
      throws IOException {
    try {
      return NamespaceLock.take(
          "rosa-interface/" + link.index(),
          (link.name().equals(plan.nic())
                  ? "interface %s is that of another router or diversion that runs"
                  : "active packets of interface %s are those of another diversion that runs")
              .formatted(link.name()));
    } catch (IOException e) {
      // The other one's table says more, if it has been made.
      ConflictingDiversions.refuse(plan, kernel, List.of(link.name()));
      throw e;
    }
  }
}
