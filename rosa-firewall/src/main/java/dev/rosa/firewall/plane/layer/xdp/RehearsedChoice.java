package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.config.ConfigException;
import dev.rosa.kernel.bpf.BpfLink;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Choice for all interfaces of a kind by one rehearsal, which runs in a thread of its own when it
 * is asked for the first time. One thread at a time.
 */
final class RehearsedChoice implements FrontChoice {

  private static final String UNDERWAY = "its rehearsal is underway";

  private final FutureTask<RehearsalCosts> rehearsal;
  private boolean begun;

  RehearsedChoice(Callable<RehearsalCosts> rehearsal) {
    this.rehearsal = new FutureTask<>(rehearsal);
  }

  @Override
  public Choice at(String name, boolean attached) {
    if (!begun) {
      begun = true;
      Thread thread = new Thread(rehearsal, "xdp-rehearsal");
      thread.setDaemon(true);
      thread.start();
    }
    return rehearsal.isDone() ? result() : Choice.none(UNDERWAY);
  }

  private Choice result() {
    try {
      RehearsalCosts costs = rehearsal.get();
      return costs.isCheaper()
          ? new Choice(List.of(BpfLink.Mode.NATIVE), "")
          : Choice.none(costs.text());
    } catch (ExecutionException e) {
      return Choice.none("it cannot be rehearsed: " + ConfigException.oneLine(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Choice.none(UNDERWAY);
    }
  }
}
