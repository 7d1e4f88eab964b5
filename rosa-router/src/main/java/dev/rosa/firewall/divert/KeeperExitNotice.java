package dev.rosa.firewall.divert;

/**
 * Sentence for the operator's log on the consequences for active packets when a router's keeper has
 * ended. Thread-safe.
 */
final class KeeperExitNotice {

  private final boolean elsewhere;
  private final boolean drops;
  private volatile boolean failed;
  private volatile boolean tookAway;

  /** As a router is configured. */
  KeeperExitNotice(Interfaces interfaces) {
    elsewhere = interfaces.assistant().isElsewhere();
    drops = interfaces.dropsWhenGone();
  }

  /** The keeper has said that it could not go on. */
  void failed() {
    failed = true;
  }

  /** The keeper has taken away what it kept. */
  void tookAway() {
    tookAway = true;
  }

  /** True if there is nothing left that brings packets to the router. */
  boolean isFinal() {
    return tookAway || failed;
  }

  /** The consequence, and the next step. */
  String text() {
    return consequence() + (isFinal() ? "; the router ends" : "; restart the router");
  }

  private String consequence() {
    if (tookAway) {
      return "it has taken them away, " + unkept();
    }
    return failed
        ? "it has taken away what it could"
        : "they stay" + (elsewhere ? "" : ", and active packets are lost when this router ends");
  }

  private String unkept() {
    if (elsewhere) {
      return "and nothing keeps the kernel from working on what comes in from the other machine";
    }
    return drops
        ? "and active packets are dropped"
        : "and active packets are forwarded unprocessed";
  }
}
