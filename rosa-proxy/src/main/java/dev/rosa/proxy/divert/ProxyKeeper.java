package dev.rosa.proxy.divert;

import dev.rosa.firewall.keeper.RoleKeeper;
import java.util.List;

/** Main class of the keeper's process, which a proxy starts for its kernel part. Stateless. */
final class ProxyKeeper {

  private ProxyKeeper() {}

  /** Keeps the plan that the arguments are until the proxy has ended. */
  public static void main(String[] args) {
    RoleKeeper.run(() -> ProxyPlan.parse(List.of(args)));
  }
}
