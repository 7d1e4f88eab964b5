package dev.rosa.as.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.audit.CheckReport;
import dev.rosa.audit.ExportCheck;
import dev.rosa.audit.ExportWriter;
import dev.rosa.config.ConfigException;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteSigner;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of the log, its key, and exports. */
class CheckpointsTest {

  /** Of the fixture: a user, a code, its epoch created and activated, a rule. */
  private static final long ACTS = 5;

  @TempDir Path folder;
  private HandlerFixture as;
  private NoteSigner signer;
  private Checkpoints checkpoints;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    signer = LogKey.ofDomain(as.storage(), 17, new SecureRandom(), as.clock);
    checkpoints = new Checkpoints(as.storage(), signer, as.clock);
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldExportWhatAnAuditorCanCheck() throws Exception {
    for (int i = 0; i < 5; i++) {
      as.ask(Requests.good());
      assertThrows(Refusal.class, () -> as.ask(Requests.good().setCode("other")));
    }
    as.clock.move(Duration.ofMinutes(-1));
    as.records.clockFloor().accept(as.clock.instant(), "root");
    Path export = folder.resolve("export");
    Checkpoints.Signed newest = checkpoints.newest();
    new ExportWriter(as.records.audit().tree(), export).write(newest.note(), newest.size());
    CheckReport report =
        new ExportCheck(export, signer.key(), as.domain.certificate()).run(Optional.empty());
    assertEquals(List.of(), report.findings());
    assertEquals(ACTS + 11, report.statements());
  }

  @Test
  void shouldSignOnceForEachSizeAndSayHowOldThatIs() throws Exception {
    assertEquals(0, checkpoints.state().signed());
    as.ask(Requests.good());
    try (CheckpointTask task = CheckpointTask.start(checkpoints, () -> {}, as.clock)) {
      assertEquals(ACTS + 1, task.figures().get("rows"));
    }
    Checkpoints.State state = checkpoints.state();
    assertEquals(new Checkpoints.State(ACTS + 1, ACTS + 1, as.clock.instant()), state);
    as.clock.move(Duration.ofSeconds(90));
    String note = checkpoints.newest().note().toString();
    assertEquals(note, checkpoints.newest().note().toString());
    assertEquals(state, checkpoints.state());
    try (CheckpointTask task = CheckpointTask.start(checkpoints, () -> {}, as.clock)) {
      assertEquals(90, task.figures().get("checkpointAgeSeconds"));
      assertEquals(ACTS + 1, task.figures().get("checkpointRows"));
    }
  }

  @Test
  void shouldKeepPrivateKeySealedAndSealThatOfEarlierVersion() throws Exception {
    byte[] clear = signer.privateKey();
    as.storage()
        .useTransaction(handle -> handle.execute("UPDATE audit_key SET private_key = ?", clear));
    as.open();
    byte[] stored =
        as.storage()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT private_key FROM audit_key")
                        .mapTo(byte[].class)
                        .one());
    assertFalse(Arrays.equals(clear, stored));
    assertArrayEquals(clear, LogKey.of(as.storage()).privateKey());
  }

  @Test
  void shouldSignWithOneKeyAlsoAfterRestartAndRefuseAnotherDomain() throws Exception {
    as.open();
    Storage again = as.storage();
    NoteSigner known = LogKey.ofDomain(again, 17, new SecureRandom(), as.clock);
    assertEquals(signer.key(), known.key());
    assertEquals(signer.key(), LogKey.of(again).key());
    ConfigException refused =
        assertThrows(
            ConfigException.class, () -> LogKey.ofDomain(again, 18, new SecureRandom(), as.clock));
    assertEquals(
        "the storage has the audit log rosa/17/audit, expected rosa/18/audit: it is of another"
            + " domain",
        refused.getMessage());
  }
}
