package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.StorageLocation;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.intake.EvidenceQueue;
import dev.rosa.firewall.plane.intake.ReportedEvidence;
import dev.rosa.firewall.plane.policy.PolicySettings;
import dev.rosa.firewall.plane.record.PlaneClock;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlaneTest {

  private static final Source ATTACKER = Source.parse("192.0.2.7");
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path folder;
  private final FakeEnforcement enforcement = new FakeEnforcement();
  private final TestQueue queue = new TestQueue();
  private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final AllowedSources allowed = new AllowedSources(List.of(Source.parse("198.51.100.1")));
  private PolicySettings settings = limits(PolicyConfig.DEFAULT.settings(), 1_024);
  private PlaneRecord record;
  private Plane plane;

  /** Queue that a test fills. */
  private static final class TestQueue implements EvidenceQueue {
    private final LinkedBlockingQueue<ReportedEvidence> waiting = new LinkedBlockingQueue<>();

    @Override
    public void drain(List<ReportedEvidence> into, int most, long waitNanos)
        throws InterruptedException {
      ReportedEvidence first = waiting.poll(1, TimeUnit.MILLISECONDS);
      if (first != null) {
        into.add(first);
      }
    }

    @Override
    public void wakeUp() {}
  }

  /** News as words. */
  private final class Told implements BanNews {
    @Override
    public void tell(Ban ban) {
      told.add("ban " + ban.source());
    }

    @Override
    public void tellLifted(Source source) {
      told.add("lift " + source);
    }
  }

  @BeforeEach
  void start() throws Exception {
    start(InstantSource.system(), "boot");
  }

  private void start(InstantSource wall, String boot) throws Exception {
    StorageLocation location = StorageLocation.of(folder.resolve("firewall.db"));
    long nanos = System.nanoTime();
    PlaneClock.Uptime uptime =
        new PlaneClock.Uptime(boot, TimeUnit.NANOSECONDS.toMillis(nanos), nanos);
    record = PlaneRecord.open(location, uptime, wall, settings.bounds().sources());
    PlaneParts parts = new PlaneParts(queue, allowed, enforcement, record, new Told());
    plane = Plane.start(parts, settings);
  }

  @AfterEach
  void end() throws Exception {
    plane.close();
    record.close();
  }

  private void restart(InstantSource wall, String boot) throws Exception {
    end();
    told.clear();
    start(wall, boot);
  }

  private List<Ban> ban(String source) throws Exception {
    WantedBan wanted = new WantedBan(Source.parse(source), HOUR, "test");
    return plane.ban(List.of(wanted)).get();
  }

  private void report(String source, Proof proof, int times) throws Exception {
    InetAddress address = InetAddress.getByName(source);
    Evidence evidence = new Evidence(address, "", 80, "OTHER", proof, "");
    for (int i = 0; i < times; i++) {
      queue.waiting.add(new ReportedEvidence(evidence, "root", System.nanoTime()));
    }
  }

  @Test
  void shouldBlockAndRecordBeforeReportersAreTold() throws Exception {
    report("192.0.2.7", Proof.HANDSHAKE, 3);

    assertEquals("ban 192.0.2.7", told.take());
    assertTrue(enforcement.bans.containsKey(ATTACKER));
    assertEquals(ATTACKER, record.bans().get(0).ban().source());
    assertEquals(1, record.offences(0).size());
  }

  @Test
  void shouldKeepBansOverARestart() throws Exception {
    Ban ban = ban("192.0.2.7").get(0);
    enforcement.bans.clear();

    restart(InstantSource.system(), "boot");

    assertEquals(ban, enforcement.bans.get(ATTACKER));
    assertEquals("ban 192.0.2.7", told.take());
  }

  @Test
  void shouldKeepTheEndOfABanWhenTheClockIsSet() throws Exception {
    Ban ban = ban("192.0.2.7").get(0);
    for (Duration jump : List.of(Duration.ofDays(1), Duration.ofDays(-1))) {
      long wall = System.currentTimeMillis() + jump.toMillis();

      restart(() -> Instant.ofEpochMilli(wall), "boot");

      long left = enforcement.bans.get(ATTACKER).endMillis() - record.clock().millis();
      assertEquals(ban, enforcement.bans.get(ATTACKER));
      assertTrue(left > 0 && left <= HOUR.toMillis());
    }
  }

  @Test
  void shouldBanForNoLongerThanConfiguredAfterABootInThePast() throws Exception {
    ban("192.0.2.7");
    long wall = System.currentTimeMillis() - Duration.ofDays(1).toMillis();

    restart(() -> Instant.ofEpochMilli(wall), "next boot");

    long left = enforcement.bans.get(ATTACKER).endMillis() - record.clock().millis();
    assertTrue(left > 0 && left <= HOUR.toMillis());
  }

  @Test
  void shouldLiftForGood() throws Exception {
    ban("192.0.2.7");

    assertEquals(1, plane.lift(List.of(ATTACKER)).get().size());

    assertEquals(List.of("ban 192.0.2.7", "lift 192.0.2.7"), new ArrayList<>(told));
    restart(InstantSource.system(), "boot");
    assertTrue(enforcement.bans.isEmpty());
  }

  @Test
  void shouldBanAllSourcesOfAListOrNone() throws Exception {
    WantedBan good = new WantedBan(ATTACKER, HOUR, "");
    WantedBan bad = new WantedBan(Source.parse("198.51.100.0/24"), HOUR, "");

    assertThrows(ExecutionException.class, () -> plane.ban(List.of(good, bad)).get());

    assertTrue(plane.bans().get().isEmpty());
    assertFalse(enforcement.bans.containsKey(ATTACKER));
  }

  @Test
  void shouldTryAgainWhatTheKernelRefuses() throws Exception {
    enforcement.fails = true;
    assertThrows(ExecutionException.class, () -> ban("192.0.2.7"));

    enforcement.fails = false;
    while (!enforcement.bans.containsKey(ATTACKER)) {
      Thread.sleep(1);
    }
  }

  @Test
  void shouldTryALiftAgainThatTheKernelRefusesAndRecordItAtOnce() throws Exception {
    ban("192.0.2.7");
    enforcement.fails = true;
    assertThrows(ExecutionException.class, () -> plane.lift(List.of(ATTACKER)).get());
    assertTrue(record.bans().isEmpty());

    enforcement.fails = false;

    Await.until(() -> "a lift", () -> !enforcement.bans.containsKey(ATTACKER));
  }

  @Test
  void shouldKeepABanThatWasMadeAnewAfterALiftThatTheKernelRefused() throws Exception {
    ban("192.0.2.7");
    enforcement.fails = true;
    assertThrows(ExecutionException.class, () -> plane.lift(List.of(ATTACKER)).get());
    assertThrows(ExecutionException.class, () -> ban("192.0.2.7"));
    enforcement.bans.clear();

    enforcement.fails = false;

    Await.until(() -> "the ban", () -> enforcement.bans.containsKey(ATTACKER));
    assertEquals(1, plane.bans().get().size());
    Await.until(() -> "work", () -> plane.inForce().isWorking());
    assertTrue(enforcement.bans.containsKey(ATTACKER));
  }

  @Test
  void shouldKeepBansInForceThatCannotBeRecorded() throws Exception {
    record.close();
    report("192.0.2.7", Proof.HANDSHAKE, 3);

    assertEquals("ban 192.0.2.7", told.take());
    assertTrue(enforcement.bans.containsKey(ATTACKER));
    while (plane.unrecorded() == 0) {
      Thread.sleep(1);
    }
    try (CapturedLog log = CapturedLog.of(Plane.class)) {
      plane.close();

      assertEquals(1, log.linesWith("bans of 1 sources are not recorded").size());
    }
  }

  @Test
  void shouldLiftASourceThatBecomesAllowed() throws Exception {
    ban("192.0.2.7");
    allowed.add(Source.parse("192.0.2.0/28"));

    assertEquals(1, plane.liftAllowed().get().size());
    assertTrue(enforcement.bans.isEmpty());
  }

  @Test
  void shouldLimitAndNotBanWithoutProof() throws Exception {
    report("192.0.2.7", Proof.NONE, 30);

    assertEquals("ban 192.0.2.7", told.take());
    assertTrue(enforcement.limits.containsKey(ATTACKER));
    assertFalse(enforcement.bans.containsKey(ATTACKER));
    assertTrue(record.bans().isEmpty());
    assertEquals(0, plane.size().bans());
  }

  @Test
  void shouldKeepTheBanOfASourceWhoseLimitMakesWay() throws Exception {
    settings = limits(settings, 1);
    restart(InstantSource.system(), "boot");
    report("192.0.2.7", Proof.NONE, 30);
    assertEquals("ban 192.0.2.7", told.take());
    report("192.0.2.7", Proof.HANDSHAKE, 3);
    assertEquals("ban 192.0.2.7", told.take());

    report("192.0.2.8", Proof.NONE, 30);

    assertEquals("ban 192.0.2.8", told.take());
    assertEquals(Set.of(Source.parse("192.0.2.8")), enforcement.limits.keySet());
    assertTrue(enforcement.bans.containsKey(ATTACKER));
    assertEquals(ATTACKER, record.bans().get(0).ban().source());
  }

  private static PolicySettings limits(PolicySettings like, int most) {
    return new PolicySettings(
        like.weights(),
        like.otherWeight(),
        like.halfLife(),
        like.thresholds(),
        like.times(),
        like.prefixes(),
        new PolicySettings.Bounds(like.bounds().sources(), like.bounds().bans(), most),
        like.sessionsBan(),
        like.observe());
  }
}
