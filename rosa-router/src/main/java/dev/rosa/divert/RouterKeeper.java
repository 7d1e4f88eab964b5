package dev.rosa.divert;

import dev.rosa.keeper.RoleKeeper;
import java.util.List;

/** The keeper of a router's diversion, as a process of its own. Stateless. */
final class RouterKeeper {

  private RouterKeeper() {}

  /** Keeps the plan that the arguments are until the router has ended. */
  public static void main(String[] args) {
    RoleKeeper.run(() -> DiversionPlan.parse(List.of(args)));
  }
}
