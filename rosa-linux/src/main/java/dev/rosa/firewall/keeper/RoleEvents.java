package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Output of a keeper's events: log lines for the operator, and messages to its role. The role reads
 * reports from the message READY on: the last one before it follows it. A role that hangs reads
 * nothing, and a full pipe would stop the keeper: what comes regularly is said to a role that asks.
 * One thread at a time.
 */
final class RoleEvents implements Events {

  private static final Logger LOG = LoggerFactory.getLogger(RoleKeeper.class);

  private final Consumer<KeeperMessage> toRole;
  private boolean ready;
  private PlanReport last;

  /** Figures that the role was not told; null: there are none. */
  private NftFigures untold;

  RoleEvents(Consumer<KeeperMessage> toRole) {
    this.toRole = toRole;
  }

  /**
   * Says that the plan is in force.
   *
   * @param handover the plan's text for the role
   */
  void ready(String handover) {
    toRole.accept(new KeeperMessage(KeeperMessage.Kind.READY, handover));
    ready = true;
    if (last != null) {
      report(last);
    }
  }

  /** Answers the role's question for a sign of life, with the newest figures. */
  void answer() {
    toRole.accept(KeeperMessage.of(KeeperMessage.Kind.KEEPING));
    if (untold != null) {
      toRole.accept(new KeeperMessage(KeeperMessage.Kind.FIGURES, untold.text()));
      untold = null;
    }
  }

  @Override
  public void info(String sentence) {
    LOG.info("{}", sentence);
  }

  @Override
  public void warn(String sentence) {
    LOG.warn("{}", sentence);
  }

  @Override
  public void figures(NftFigures figures) {
    untold = figures;
  }

  @Override
  public void report(PlanReport report) {
    last = report;
    if (ready) {
      toRole.accept(new KeeperMessage(KeeperMessage.Kind.REPORT, report.text()));
    }
  }
}
