package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.StorageLocation;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.Policy;
import dev.rosa.firewall.plane.record.PlaneClock;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.testkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bans that a full disk does not take: here a trigger, while the record has an allowed source. */
final class RecordingTest {

  private static final Source FILLS_THE_DISK = Source.parse("198.51.100.1");
  private static final int BANS = 2_500;
  private static final long HOUR_MILLIS = 3_600_000;

  @TempDir private Path folder;
  private final Policy policy =
      new Policy(PolicyConfig.DEFAULT.settings(), new AllowedSources(List.of())::why, unused -> {});
  private PlaneRecord record;
  private Recording recording;

  private PlaneRecord open() throws Exception {
    PlaneClock.Uptime uptime = new PlaneClock.Uptime("boot", 0, System.nanoTime());
    StorageLocation location = StorageLocation.of(folder.resolve("firewall.db"));
    return PlaneRecord.open(location, uptime, InstantSource.system(), BANS);
  }

  @BeforeEach
  void start() throws Exception {
    open().close();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("firewall.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER full BEFORE INSERT ON ban WHEN EXISTS (SELECT 1 FROM allowed)"
              + " BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
    }
    record = open();
    recording = new Recording(record, policy, new Silence());
  }

  @AfterEach
  void end() {
    record.close();
  }

  private static final class Silence implements BanNews {
    @Override
    public void tell(Ban ban) {}

    @Override
    public void tellLifted(Source source) {}
  }

  private List<Ban> bans() throws Exception {
    return bans(0);
  }

  private List<Ban> bans(int network) throws Exception {
    List<Ban> bans = new ArrayList<>();
    long now = record.clock().millis();
    for (int i = 0; i < BANS; i++) {
      Source source = Source.parse("10.%d.%d.%d".formatted(network, i / 256, i % 256));
      bans.add(policy.ban(source, HOUR_MILLIS, "test", now));
    }
    return bans;
  }

  private void retryUntil(int unrecorded) throws Exception {
    int before = recording.unrecorded();
    recording.retry();
    Await.until("a part to be recorded", () -> recording.unrecorded() < before);
    assertEquals(unrecorded, recording.unrecorded());
    assertEquals(BANS - unrecorded, record.bans().size());
  }

  @Test
  void shouldTryAgainOnePartAfterAnotherSoThatCommandsNeedNotWait() throws Exception {
    record.setAllowed(FILLS_THE_DISK, true);
    CompletableFuture<Void> banned = recording.banned(bans());
    assertThrows(ExecutionException.class, banned::get);
    assertEquals(BANS, recording.unrecorded());

    record.setAllowed(FILLS_THE_DISK, false);

    retryUntil(1_500);
    retryUntil(500);
    retryUntil(0);
  }

  @Test
  void shouldGiveADiskThatIsBehindNoMoreThanItTakes() throws Exception {
    int times = 20;
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("firewall.db"));
        Statement statement = other.createStatement()) {
      // The file is busy until this connection ends.
      statement.execute("BEGIN IMMEDIATE");
      for (int i = 0; i < times; i++) {
        CompletableFuture<Void> unused = recording.banned(bans(i));
      }
      assertEquals(times * BANS - 10_000, recording.unrecorded());
    }

    Await.until(
        "all to be recorded",
        () -> {
          recording.catchUp();
          return recording.unrecorded() == 0 && record.bans().size() == times * BANS;
        });
  }

  @Test
  void shouldNotKeepAllThatMadeWayWhileADiskDoesNotAnswer() throws Exception {
    List<Ban> known = bans(0);
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("firewall.db"));
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      for (int i = 0; i < 5; i++) {
        CompletableFuture<Void> unused = recording.banned(known);
      }
      for (int i = 0; i < 110_000; i++) {
        Source gone = Source.parse("20.%d.%d.%d".formatted(i >> 16, (i >> 8) & 255, i & 255));
        recording.evicted(List.of(gone), List.of());
      }
      assertEquals(110_000 + BANS, recording.unrecorded());

      recording.retry();

      Await.until("only those with a ban to be left", () -> recording.unrecorded() <= BANS);
    }
  }

  @Test
  void shouldCountWhatItTriesAgainAsUnrecorded() throws Exception {
    record.setAllowed(FILLS_THE_DISK, true);
    CompletableFuture<Void> banned = recording.banned(bans());
    assertThrows(ExecutionException.class, banned::get);

    for (int i = 0; i < 5; i++) {
      recording.retry();
      assertEquals(BANS, recording.unrecorded());
    }
  }
}
