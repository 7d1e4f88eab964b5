package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.AuditReader;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.storage.Storage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of version 4, which had tables of its own for decisions and acts. */
class EarlierAuditTest {

  private static final int ROWS = 600;
  private static final long SESSION = 7;

  @TempDir Path folder;

  StorageLocation database() throws Exception {
    return StorageLocation.of(
        Files.createFile(
            folder.resolve("as.db"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
  }

  /** Brings an empty database to version 4. */
  Jdbi versionFour(StorageLocation database) {
    String url = "jdbc:sqlite:" + database.file().orElseThrow();
    migrate(url, "sqlite");
    return Jdbi.create(url);
  }

  static void migrate(String url, String folder, String... schemas) {
    Flyway.configure()
        .dataSource(url, null, null)
        .schemas(schemas)
        .locations("classpath:" + AuthorizationRecords.TABLES.migrations() + "/" + folder)
        .target("4")
        .load()
        .migrate();
  }

  @Test
  void shouldMoveAllRowsInTheirOrderAndOnlyOnce() throws Exception {
    Identity alice = TestDomain.in(folder.resolve("domain")).user("alice");
    SignedStatement signed = Requests.sign(alice, Requests.good());
    StorageLocation database = database();
    versionFour(database).useTransaction(handle -> fill(handle, signed));
    try (Storage storage = Storage.open(database, AuthorizationRecords.TABLES)) {
      AuditLog audit = new AuditLog(storage);
      new EarlierAudit(storage, audit).move();
      assertEquals(ROWS + 1, audit.tree().size());
      assertGranted(AuditEntry.parseFrom(audit.tree().entry(0).orElseThrow()), signed);
      AuditEntry refused = AuditEntry.parseFrom(audit.tree().entry(ROWS - 1).orElseThrow());
      assertEquals("no " + (ROWS - 1), refused.getDecision().getReason());
      assertEquals(32, refused.getDecision().getUnverifiedDigest().size());
      List<AuditLog.Act> acts = new AuditReader(storage).newestActs(9);
      assertEquals(1, acts.size());
      assertEquals("root", acts.get(0).who());
      new EarlierAudit(storage, audit).move();
      assertEquals(ROWS + 1, audit.tree().size());
      assertEquals(1, audit.tree().ofSession(SESSION, 9).size());
    }
  }

  private static void assertGranted(AuditEntry entry, SignedStatement signed) {
    assertTrue(entry.getBeforeLog());
    assertEquals(signed, entry.getDecision().getSigned());
    assertEquals("transcoder", entry.getDecision().getAnswer().getCode());
    assertEquals(
        List.of("rosa://17/user/bob"), entry.getDecision().getAnswer().getRecipientsList());
    assertEquals(1_000, entry.getAtMillis());
  }

  private static void fill(Handle handle, SignedStatement signed) {
    handle.execute(
        "INSERT INTO audit (received_millis, method, caller, outcome, status, reason, session,"
            + " statement, signature, certificate) VALUES (1000, 'request',"
            + " 'rosa://17/user/alice', 'granted', 'OK', '', ?, ?, ?, ?)",
        SESSION,
        signed.getStatement().toByteArray(),
        signed.getSignature().toByteArray(),
        signed.getCertificate().toByteArray());
    handle.execute(
        "INSERT INTO sessions (session, caller, request_id, audit_seq, rule, suite, domain, epoch,"
            + " sst, set_, u, code_name, code_digest, grant_bits, source, destination)"
            + " VALUES (?, 'rosa://17/user/alice', ?, 1, 1, 3, 17, 1, 1, 61, ?, 'transcoder', ?, 0,"
            + " ?, ?)",
        SESSION,
        new byte[16],
        new byte[16],
        HandlerFixture.TRANSCODER.toBytes(),
        new byte[4],
        new byte[4]);
    handle.execute("INSERT INTO recipients VALUES (?, 'rosa://17/user/bob')", SESSION);
    for (int row = 1; row < ROWS; row++) {
      handle.execute(
          "INSERT INTO audit (received_millis, method, caller, outcome, status, reason,"
              + " unverified_digest) VALUES (2000, 'request', 'rosa://17/user/alice', 'refused',"
              + " 'UNAUTHENTICATED', ?, ?)",
          "no " + row,
          new byte[32]);
    }
    handle.execute(
        "INSERT INTO administration (at_millis, who, act, old_value, new_value)"
            + " VALUES (3000, 'root', 'clock accept', 'a', 'b')");
  }
}
