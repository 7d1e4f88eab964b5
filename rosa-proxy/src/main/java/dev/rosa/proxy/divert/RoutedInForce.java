package dev.rosa.proxy.divert;

import dev.rosa.network.Kernel;
import dev.rosa.network.MarkedRoute;
import dev.rosa.network.OwnedTable;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import java.io.IOException;

/**
 * The proxy's table and routes for what is routed, in the kernel: those of {@link RoutedNft}. One
 * thread at a time.
 */
final class RoutedInForce {

  static final MarkedRoute ROUTE = new MarkedRoute(RoutedNft.RELAY_MARK, RoutedNft.ROUTE_TABLE);

  private final ProxyPlan plan;
  private final Kernel kernel;
  private final OwnedTable table;

  /** Fate that the table was made for; null: there is none. */
  private Fate made;

  RoutedInForce(ProxyPlan plan, Kernel kernel) {
    this.plan = plan;
    this.kernel = kernel;
    table = new OwnedTable(plan.mark(), OwnedTable.INET, kernel);
  }

  /** Refuses a table of its name that is not its own. */
  void requireOwn() throws IOException {
    boolean unused = table.requireOwn();
  }

  /** Puts it into force, or takes away what an earlier run left if the plan needs none. */
  void begin(Fate fate) throws IOException {
    if (RoutedNft.isNeeded(plan)) {
      put(fate);
      fitRoute();
    } else {
      end();
    }
  }

  private void put(Fate fate) throws IOException {
    made = null;
    table.put(RoutedNft.script(plan, fate));
    made = fate;
  }

  private boolean fitRoute() throws IOException {
    return plan.hasRelay() && ROUTE.fit(kernel);
  }

  /**
   * Makes it as it should be.
   *
   * @return whether something else had changed it
   */
  boolean fit(Fate fate) throws IOException {
    if (!RoutedNft.isNeeded(plan)) {
      return false;
    }
    boolean isChanged = made != null && table.isChanged();
    if (isChanged || made != fate) {
      put(fate);
    }
    return fitRoute() || isChanged;
  }

  /** Drops what would be judged, until the proxy is back. */
  void drop() throws IOException {
    if (RoutedNft.isNeeded(plan)) {
      put(Fate.DROP);
    }
  }

  /** Takes it away. */
  void end() throws IOException {
    boolean isThere = table.isThere();
    if (isThere) {
      table.remove();
    }
    if (isThere || plan.hasRelay()) {
      ROUTE.remove(kernel);
    }
  }
}
