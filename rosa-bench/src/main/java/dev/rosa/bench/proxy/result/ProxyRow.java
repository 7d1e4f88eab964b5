package dev.rosa.bench.proxy.result;

import dev.rosa.bench.proxy.request.Demand;

/**
 * Row of the bench: a way, and what clients ask for.
 *
 * @param way its name
 * @param demand that is made
 */
public record ProxyRow(String way, Demand demand) {

  /** For people. */
  public String title() {
    return way + ", " + demand.title();
  }
}
