package dev.rosa.firewall.plane.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.Offence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlaneRecordTest {

  private static final int MOST = 100;

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("firewall.db");
  }

  private PlaneRecord open() throws ConfigException {
    return open(Duration.ZERO);
  }

  private PlaneRecord open(Duration up) throws ConfigException {
    PlaneClock.Uptime uptime = new PlaneClock.Uptime("boot", up.toMillis(), System.nanoTime());
    return PlaneRecord.open(StorageLocation.of(file()), uptime, InstantSource.system(), MOST);
  }

  /** Offence number so-and-so; later ones have later ends. */
  private static RecordChange offence(int number) {
    Source source = new Source(Source.Family.IPV4, 0, number, Source.Family.IPV4.bits());
    return new RecordChange(source, Optional.empty(), Optional.of(new Offence(source, 1, number)));
  }

  private int rows() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM offence")) {
      assertTrue(rows.next());
      return rows.getInt(1);
    }
  }

  @Test
  void shouldKeepTheNewestOffencesAndNoMoreThanItMay() throws Exception {
    int last = 10_000;
    try (PlaneRecord record = open()) {
      for (int from = 1; from <= last; from += 500) {
        List<RecordChange> changes = new ArrayList<>();
        for (int number = from; number < from + 500; number++) {
          changes.add(offence(number));
        }
        assertTrue(record.write(changes).toCompletableFuture().get());
      }
      List<Offence> kept = record.offences(0);
      assertEquals(MOST, kept.size());
      assertEquals(last, kept.get(MOST - 1).endMillis());
    }
    int rows = rows();
    assertTrue(rows < MOST + 2_000, () -> rows + " rows");
  }

  /** As in a container that was started again: its uptime is its own, its boot the machine's. */
  @Test
  void shouldMakeNoBanLongerWhenTheUptimeGoesBack() throws Exception {
    Source source = Source.parse("192.0.2.7");
    long length = Duration.ofMinutes(10).toMillis();
    try (PlaneRecord record = open(Duration.ofDays(30))) {
      long now = record.clock().millis();
      Ban ban = new Ban(source, Ban.Action.DROP, now, now + length, "");
      RecordChange change =
          new RecordChange(source, Optional.of(new HeldBan(ban, false)), Optional.empty());
      assertTrue(record.write(List.of(change)).toCompletableFuture().get());
    }
    try (PlaneRecord record = open(Duration.ZERO)) {
      long left = record.bans().get(0).ban().endMillis() - record.clock().millis();
      assertTrue(left <= length, () -> Duration.ofMillis(left) + " left");
    }
  }
}
