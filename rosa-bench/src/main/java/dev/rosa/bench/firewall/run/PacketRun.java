package dev.rosa.bench.firewall.run;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.result.FirewallResults;
import dev.rosa.bench.firewall.way.PacketCost;
import dev.rosa.bench.firewall.way.PacketReading;
import dev.rosa.bench.firewall.way.PacketRow;
import dev.rosa.bench.firewall.way.PacketRow.Fate;
import dev.rosa.bench.firewall.way.Way;
import dev.rosa.bench.namespace.AbsentException;
import java.io.IOException;
import java.util.List;

/** One round of what packets cost: each way once. Owned by one thread. */
final class PacketRun {

  private static final String WITHOUT_KERNEL =
      "This kernel counts its own work as no thread's: costs of packets lack it";

  private final FirewallPlan plan;
  private final AttackedHost host;
  private final PacketCost cost;
  private final FirewallResults results;

  PacketRun(FirewallPlan plan, AttackedHost host, PacketCost cost, FirewallResults results) {
    this.plan = plan;
    this.host = host;
    this.cost = cost;
    this.results = results;
  }

  /** Sending alone, which all other rows contain. */
  void measureSending(int round) throws IOException {
    for (PacketRow row : plan.sending()) {
      results.add(row, round, cost.sending(row.payload()));
    }
  }

  void measure(Way way, int round) throws IOException, InterruptedException {
    List<PacketRow> rows = plan.rows(way);
    if (rows.isEmpty() || results.absences().containsKey(way.name())) {
      return;
    }
    try {
      measure(way, rows, round);
    } catch (AbsentException e) {
      results.addAbsence(way.name(), e.getMessage());
    }
  }

  private void measure(Way way, List<PacketRow> rows, int round)
      throws IOException, InterruptedException, AbsentException {
    Way.InForce inForce = way.setup().begin(host);
    try (inForce) {
      for (PacketRow row : rows) {
        Sources bad = way.dropped().orElse(Sources.bad(1));
        PacketReading reading = cost.run(bad, row.fate(), row.payload());
        check(row, reading);
        results.add(row, round, reading);
      }
    }
  }

  /** Packets that are dropped do not come, others do: else the row is of something else. */
  private void check(PacketRow row, PacketReading reading) throws IOException {
    long passed = reading.received() - reading.droppedByProgram();
    boolean right = row.fate() == Fate.DROPPED ? passed == 0 : passed > 0;
    if (!right) {
      throw new IOException(
          "%s: %d of %d packets passed".formatted(row.title(), passed, reading.sent()));
    }
    if (reading.isWithoutKernel()) {
      results.addRemark(WITHOUT_KERNEL);
    }
  }
}
