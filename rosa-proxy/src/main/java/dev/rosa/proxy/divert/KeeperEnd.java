package dev.rosa.proxy.divert;

/** Sentence for the operator's log on what the end of a proxy's keeper leaves. Thread-safe. */
final class KeeperEnd {

  private final boolean drops;
  private volatile boolean orderly;
  private volatile boolean isFinal;

  /**
   * Of a keeper that runs.
   *
   * @param drops whether traffic is dropped while the proxy is gone
   */
  KeeperEnd(boolean drops) {
    this.drops = drops;
  }

  /** The proxy tells its keeper to take everything away. */
  void orderly() {
    orderly = true;
  }

  /** The keeper has taken its link away, or what it could of it. */
  void tookAway() {
    isFinal = true;
  }

  /** True if there is nothing left that brings packets to the proxy. */
  boolean isFinal() {
    return isFinal;
  }

  /** The next step after an end that was not asked for. */
  String nextStep() {
    return isFinal ? "the proxy ends" : "restart the proxy";
  }

  /** Actions of the keeper at its end. */
  String text() {
    return drops && !orderly
        ? "the keeper has taken the link away; its rules stay, and drop proxied traffic until a"
            + " start succeeds: './rosa proxy remove' takes them away"
        : "the keeper has taken link and rules away";
  }
}
