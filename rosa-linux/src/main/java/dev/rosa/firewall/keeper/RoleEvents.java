package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Output of a keeper's events: log lines for the operator, and messages to its role. The role reads
 * reports from the message READY on: the last one before it follows it. One thread at a time.
 */
final class RoleEvents implements Events {

  private static final Logger LOG = LoggerFactory.getLogger(RoleKeeper.class);

  private final Consumer<KeeperMessage> toRole;
  private boolean ready;
  private PlanReport last;

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
    if (ready) {
      toRole.accept(new KeeperMessage(KeeperMessage.Kind.FIGURES, figures.text()));
    }
  }

  @Override
  public void report(PlanReport report) {
    last = report;
    if (ready) {
      toRole.accept(new KeeperMessage(KeeperMessage.Kind.REPORT, report.text()));
    }
  }
}
