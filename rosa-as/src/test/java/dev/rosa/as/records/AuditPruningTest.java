package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.audit.CheckReport;
import dev.rosa.audit.ExportCheck;
import dev.rosa.audit.ExportWriter;
import dev.rosa.config.StorageLocation;
import dev.rosa.domainstate.RouterSkew;
import dev.rosa.role.AdministrationException;
import dev.rosa.transparency.NoteSigner;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pruning of the log's oldest entries; a subclass has another database. */
class AuditPruningTest {

  /** Time until no session of an earlier row can run: a day ahead, an hour, and the skew. */
  private static final Duration LONGEST = Duration.ofHours(25).plus(RouterSkew.MOST);

  @TempDir Path folder;
  private HandlerFixture as;
  private NoteSigner signer;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    signer = LogKey.ofDomain(as.storage(), 17, new SecureRandom(), as.clock);
  }

  @AfterEach
  void close() {
    as.close();
  }

  private AuditTree tree() {
    return as.records.audit().tree();
  }

  private Checkpoints.Signed signed() {
    return new Checkpoints(as.storage(), signer, as.clock).newest();
  }

  private long prune(Instant before) throws AdministrationException {
    long rows = signed().size();
    return as.records.pruning().prune(before, as.clock.instant(), rows, row -> {});
  }

  private void askTimes(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      as.ask(Requests.good());
    }
  }

  private CheckReport verified(String export) throws Exception {
    Checkpoints.Signed signed = signed();
    new ExportWriter(tree(), folder.resolve(export)).write(signed.note(), signed.size());
    return new ExportCheck(folder.resolve(export), signer.key(), as.domain.certificate())
        .run(Optional.empty());
  }

  @Test
  void shouldDeleteEntriesOfOldRowsAndLeaveLogProvable() throws Exception {
    askTimes(3);
    long old = tree().size();
    as.clock.move(LONGEST.plusMinutes(1));
    Instant younger = as.clock.instant().minus(LONGEST).minusSeconds(1);
    List<Long> progress = new ArrayList<>();
    long rows = signed().size();
    assertEquals(old, as.records.pruning().prune(younger, as.clock.instant(), rows, progress::add));
    assertTrue(progress.contains(old), progress.toString());
    for (byte[] entry : tree().entries(0, (int) old)) {
      assertEquals(0, entry.length);
    }
    AuditLog.Act act = as.audit().newestActs(1).get(0);
    assertEquals("audit prune", act.act());
    assertEquals("rows before " + old, act.newValue());
    CheckReport report = verified("export");
    assertEquals(List.of(), report.findings());
    assertEquals(old, report.pruned());
    assertEquals(1, report.statements());
  }

  @Test
  void shouldRefuseRowsWhoseSessionsMayRunAndRowsUnderNoCheckpoint() throws Exception {
    askTimes(1);
    as.clock.move(LONGEST);
    Instant now = as.clock.instant();
    Instant latest = now.minus(LONGEST);
    assertThrows(AdministrationException.class, () -> prune(latest.plusSeconds(1)));
    as.clock.move(Duration.ofSeconds(5));
    AdministrationException refused =
        assertThrows(
            AdministrationException.class,
            () ->
                as.records
                    .pruning()
                    .prune(latest.plusSeconds(2), as.clock.instant(), 2, row -> {}));
    assertTrue(refused.getMessage().contains("rows from 2 on are not under a checkpoint"));
    assertTrue(tree().entry(0).orElseThrow().length > 0);
  }

  @Test
  void shouldGoOnWhereStoppedCommandLeftOffAndPruneFurtherRowsLater() throws Exception {
    askTimes(2);
    long first = tree().size();
    as.clock.move(LONGEST.plusMinutes(1));
    assertEquals(first, prune(as.clock.instant().minus(LONGEST)));
    as.storage().useHandle(handle -> handle.execute("UPDATE audit_pruned SET done = 3"));
    assertEquals(first - 3, prune(as.clock.instant().minus(LONGEST)));
    assertThrows(AdministrationException.class, () -> prune(as.clock.instant().minus(LONGEST)));
    askTimes(2);
    long second = tree().size();
    as.clock.move(LONGEST.plusMinutes(1));
    assertEquals(second - first, prune(as.clock.instant().minus(LONGEST)));
    CheckReport report = verified("export");
    assertEquals(List.of(), report.findings());
    assertEquals(second, report.pruned());
  }
}
