package dev.rosa.firewall.plane;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Enforcement that keeps bans and limits in tables, and fails on request. */
final class FakeEnforcement implements Enforcement {

  final Map<Source, Ban> bans = new ConcurrentHashMap<>();
  final Map<Source, Ban> limits = new ConcurrentHashMap<>();
  volatile boolean fails;

  /** Latch that it awaits before each change. */
  volatile CountDownLatch hangs = new CountDownLatch(0);

  private WantedBans wanted;

  @Override
  public void begin(WantedBans wanted) {
    this.wanted = wanted;
    add(wanted.inForce());
  }

  private void add(Collection<Ban> some) {
    some.forEach(ban -> table(ban).put(ban.source(), ban));
  }

  private Map<Source, Ban> table(Ban ban) {
    return ban.action() == Ban.Action.DROP ? bans : limits;
  }

  @Override
  public void enforce(List<Ban> some) throws IOException {
    requireWorking();
    add(some);
  }

  private void requireWorking() throws IOException {
    try {
      hangs.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    if (fails) {
      throw new IOException("the kernel refuses");
    }
  }

  @Override
  public void lift(List<Ban> some) throws IOException {
    requireWorking();
    some.forEach(ban -> table(ban).remove(ban.source()));
  }

  @Override
  public boolean mend() throws IOException {
    requireWorking();
    add(wanted.inForce());
    return false;
  }

  @Override
  public LayerReport report() {
    return new LayerReport(
        List.of(new LayerReport.InterfaceLayer("eth0", "ip", "no xdp in a test")),
        List.of(new LayerReport.LayerCount("ip", 3, 180)),
        0);
  }

  @Override
  public void close() {
    bans.clear();
    limits.clear();
  }
}
