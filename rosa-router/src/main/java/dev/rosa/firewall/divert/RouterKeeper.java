package dev.rosa.firewall.divert;

import dev.rosa.firewall.keeper.RoleKeeper;
import java.util.List;

/** Main class of the keeper's process, which a router starts for its diversion. Stateless. */
final class RouterKeeper {

  private RouterKeeper() {}

  /** Keeps the plan that the arguments are until the router has ended. */
  public static void main(String[] args) {
    RoleKeeper.run(() -> DiversionPlan.parse(List.of(args)));
  }
}
