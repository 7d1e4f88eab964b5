package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.Identity;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.Checkpoint;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.NoteKey;
import dev.rosa.transparency.SignedNote;
import dev.rosa.wire.active.Grant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Exports that were tampered with. The first bundle has 256 of the 300 rows. */
class ExportCheckTest extends ExportRig {

  private static final String BUNDLE = "tile/entries/000";
  private static final String TAIL = "tile/entries/001.p/44";

  /** Replaces the entries of a bundle by what is done to them. */
  private void tamper(String bundle, Consumer<List<byte[]>> act) throws IOException {
    Path file = export.resolve(bundle);
    List<byte[]> entries = new ArrayList<>(EntryBundle.read(Files.readAllBytes(file)).entries());
    act.accept(entries);
    Files.write(file, EntryBundle.write(entries));
  }

  @Test
  void shouldFindNothingWhenExportIsAsSigned() throws Exception {
    CheckReport report = check(Optional.empty());
    assertEquals(List.of(), report.findings());
    assertEquals(ROWS, report.statements());
    assertEquals(ROWS, report.checkpoint().orElseThrow().size());
  }

  @Test
  void shouldFindNothingWhenLogIsEmptyOrFillsItsTiles() throws Exception {
    for (int rows : new int[] {0, 1, 256, 257, 512}) {
      log = new TestLog().withActs(rows);
      export = log.exportTo(folder.resolve("rows" + rows));
      assertEquals(List.of(), findings());
    }
  }

  @Test
  void shouldTellPrunedRowsFromThoseThatWereDamaged() throws Exception {
    log.withPruned(5);
    export = log.exportTo(folder.resolve("pruned"));
    CheckReport report = check(Optional.empty());
    assertEquals(List.of(), report.findings());
    assertEquals(5, report.pruned());
    assertEquals(ROWS - 4, report.statements());
    tamper(BUNDLE, entries -> entries.set(9, new byte[0]));
    assertEquals(List.of("row 9: was changed"), findings());
  }

  @Test
  void shouldNameRowsThatAreLeftInFrontOfPrunedOnes() throws Exception {
    log.withPruned(260);
    export = log.exportTo(folder.resolve("pruned"));
    tamper(BUNDLE, entries -> entries.set(3, log.unpruned(3)));
    tamper(BUNDLE, entries -> entries.set(255, log.unpruned(255)));
    String left = "is left, although rows behind it were pruned";
    assertEquals(List.of("row 3: " + left, "row 255: " + left), findings());
  }

  @Test
  void shouldTakeExportThatWasWrittenBesideAPrune() throws Exception {
    log.withPruneAfterARead(290);
    export = log.exportTo(folder.resolve("beside"));
    CheckReport report = check(Optional.empty());
    assertEquals(List.of(), report.findings());
    assertEquals(256, report.pruned());
  }

  @Test
  void shouldNotTakePruneOfRowThatLogDoesNotHave() throws Exception {
    TestLog other = new TestLog().withActs(20).withPruned(12);
    tamper(BUNDLE, entries -> entries.set(30, other.entries(20, 1).get(0)));
    tamper(BUNDLE, entries -> entries.set(9, new byte[0]));
    assertEquals(List.of("row 9: was changed", "row 30: was changed"), findings());
  }

  @Test
  void shouldNameRowWhenItWasChanged() throws Exception {
    tamper(BUNDLE, entries -> entries.get(7)[20] ^= 1);
    tamper(TAIL, entries -> entries.get(3)[20] ^= 1);
    assertEquals(List.of("row 7: was changed", "row 259: was changed"), findings());
  }

  @Test
  void shouldNameRowWhenItWasRemoved() throws Exception {
    tamper(BUNDLE, entries -> entries.remove(7));
    assertEquals(List.of("row 7: is missing"), findings());
  }

  @Test
  void shouldNameRowWhenItWasRemovedAndAllOthersMovedUp() throws Exception {
    List<byte[]> tail = EntryBundle.read(Files.readAllBytes(export.resolve(TAIL))).entries();
    tamper(
        BUNDLE,
        entries -> {
          entries.remove(7);
          entries.add(tail.get(0));
        });
    tamper(TAIL, entries -> entries.remove(0));
    assertEquals(List.of("row 7: is missing"), findings());
  }

  @Test
  void shouldNameBothRowsWhenTheyWereExchanged() throws Exception {
    tamper(BUNDLE, entries -> Collections.swap(entries, 7, 90));
    assertEquals(
        List.of("row 90: was exchanged with row 7", "row 7: was exchanged with row 90"),
        findings());
    tamper(BUNDLE, entries -> Collections.swap(entries, 7, 90));
    tamper(BUNDLE, entries -> Collections.swap(entries, 7, 8));
    assertEquals(2, findings().size());
    assertTrue(findings().contains("row 7: was exchanged with row 8"), findings().toString());
    assertTrue(findings().contains("row 8: was exchanged with row 7"), findings().toString());
  }

  @Test
  void shouldNamePlaceWhenRowWasAddedOrRepeated() throws Exception {
    tamper(TAIL, entries -> entries.add(2, new byte[] {1, 2, 3}));
    assertEquals(List.of("row 258: was added, the log has no such row"), findings());
    tamper(TAIL, entries -> entries.set(2, entries.get(0)));
    assertEquals(
        List.of("row 256: was added a second time, it stands where row 258 belongs"), findings());
  }

  @Test
  void shouldNameRowsWhenTailWasCut() throws Exception {
    tamper(TAIL, entries -> entries.subList(42, 44).clear());
    assertEquals(List.of("row 298: is missing", "row 299: is missing"), findings());
    Files.delete(export.resolve(TAIL));
    List<String> findings = findings();
    assertEquals(TAIL + ": is missing", findings.get(0));
    assertEquals(1 + 44, findings.size());
  }

  @Test
  void shouldNameHashWhenTileWasChangedOrRemoved() throws Exception {
    flip(export.resolve("tile/0/000"), 32 * 9 * 8);
    assertEquals(List.of("row 9: its hash in tile/0/000 was changed"), findings());
    flip(export.resolve("tile/0/000"), 32 * 9 * 8);
    flip(export.resolve("tile/1/000.p/1"), 5);
    assertEquals(List.of("tile/1/000.p/1: hash 0 was changed"), findings());
    Files.delete(export.resolve("tile/1/000.p/1"));
    Files.delete(export.resolve("tile/0/000"));
    assertEquals(List.of("tile/0/000: is missing", "tile/1/000.p/1: is missing"), findings());
  }

  @Test
  void shouldNotFollowRowsAndHashesWhenBothWereRewritten() throws Exception {
    TestLog other = new TestLog().withActs(ROWS);
    Path rewritten = other.exportTo(folder.resolve("rewritten"));
    Files.copy(
        export.resolve("checkpoint"),
        rewritten.resolve("checkpoint"),
        StandardCopyOption.REPLACE_EXISTING);
    export = rewritten;
    assertEquals(
        "rows and their hashes were changed: neither lead to the root of the checkpoint",
        findings().get(0));
  }

  @Test
  void shouldFindFileThatNoExportHas() throws Exception {
    Files.write(export.resolve("tile/entries/002"), new byte[3]);
    assertEquals(List.of("tile/entries/002: is no file of a log of 300 rows"), findings());
  }

  @Test
  void shouldSayThatLogWasSetBackOrRewrittenWhenOlderCheckpointDoesNotFit() throws Exception {
    Checkpoint older = verified(log.checkpoint(200));
    assertEquals(List.of(), check(Optional.of(older)).findings());
    log.withActs(1);
    Checkpoint newer = verified(log.checkpoint(ROWS + 1));
    assertEquals(
        List.of(Finding.ofExport("the log was set back: it has 300 rows, and had 301 before")),
        check(Optional.of(newer)).findings());
    Checkpoint forked = new Checkpoint(older.origin(), 200, newer.root(), AcceptedLoss.NONE);
    assertEquals(
        List.of(
            Finding.ofExport(
                "the log was rewritten: its first 200 rows are not those of the older checkpoint")),
        check(Optional.of(forked)).findings());
  }

  private Checkpoint verified(SignedNote note) throws Exception {
    return Checkpoint.verified(note, log.key());
  }

  @Test
  void shouldRefuseCheckpointOfAnotherLog() throws Exception {
    NoteKey own = log.key();
    log = new TestLog();
    assertFalse(own.equals(log.key()));
    assertEquals(
        List.of("checkpoint: the note has no signature of the log key rosa/17/audit"), findings());
    assertTrue(check(Optional.empty()).checkpoint().isEmpty());
  }

  @Test
  void shouldNameJoinWhenItsStatementDoesNotHold() throws Exception {
    AuditEntry good = TestLog.joinOf(alice).build();
    AuditEntry.Builder unsigned = good.toBuilder();
    unsigned.getDecisionBuilder().clearSigned();
    AuditEntry.Builder other = good.toBuilder();
    other.getDecisionBuilder().setSession(8);
    AuditEntry.Builder notNamed = good.toBuilder();
    notNamed.getDecisionBuilder().getAnswerBuilder().clearRecipients();
    AuditEntry.Builder asRequest = good.toBuilder();
    asRequest.getDecisionBuilder().setMethod("request");
    log = new TestLog();
    // A server of the time before joins were signed.
    log.append(unsigned.clone());
    log.append(good.toBuilder());
    for (AuditEntry.Builder bad : List.of(unsigned, other, notNamed, asRequest)) {
      log.append(bad);
    }
    export = log.exportTo(folder.resolve("joins"));
    String another = "grants another code, way, recipient or session than its statement asks for";
    assertEquals(
        List.of(
            "row 2: grants a join without its signed statement",
            "row 3: " + another,
            "row 3: grants the statement of row 1 again",
            "row 4: " + another,
            "row 4: grants the statement of row 1 again",
            "row 4: has another session than row 0, which joined it",
            "row 5: its statement is not valid: the signature of rosa://17/user/alice does not"
                + " match the statement (ROSA-v1 service-request)",
            "row 5: grants the statement of row 1 again"),
        findings());
  }

  @Test
  void shouldNameRowWhenItsMethodIsUnknown() throws Exception {
    log = new TestLog();
    for (String method : List.of("Administration", "request ", "", "requ\u0435st")) {
      AuditEntry.Builder bad = TestLog.requestOf(alice);
      bad.getDecisionBuilder().setMethod(method).clearSigned();
      log.append(bad);
      AuditEntry.Builder signed = TestLog.requestOf(alice);
      signed.getDecisionBuilder().setMethod(method);
      log.append(signed);
    }
    export = log.exportTo(folder.resolve("methods"));
    List<String> findings = findings();
    assertEquals(8, findings.size());
    assertEquals(
        "row 0: has a method that no server has: 'Administration', expected request, join,"
            + " administration",
        findings.get(0));
  }

  private static ServiceRequestStatement.Builder asking(Identity user) throws Exception {
    AuditedDecision decision = TestLog.requestOf(user).getDecision();
    return ServiceRequestStatement.parseFrom(decision.getSigned().getStatement()).toBuilder();
  }

  /** Appends a row of a server that grants something else. */
  private void grant(ServiceRequestStatement.Builder asked, Consumer<AuditedSession.Builder> act) {
    AuditEntry.Builder entry = TestLog.requestOf(alice, asked.build());
    act.accept(entry.getDecisionBuilder().getAnswerBuilder());
    log.append(entry);
  }

  @Test
  void shouldNameRowWhenItsAnswerIsBeyondItsRequest() throws Exception {
    log = new TestLog();
    int now = (int) Instant.now().getEpochSecond();
    grant(asking(alice), answer -> answer.setSet(answer.getSet() + 1));
    grant(asking(alice), answer -> answer.setSst(answer.getSst() - 1));
    grant(asking(alice).clearServiceStart(), answer -> answer.setSst(now - 90).setSet(now - 30));
    grant(asking(alice).setServiceEnd(now + 30), answer -> answer.setSet(now + 31));
    grant(asking(alice).setSuite(2), answer -> answer.setSuite(1));
    grant(asking(alice), answer -> answer.setDomain(18));
    GrantRequest ten = GrantRequest.newBuilder().setPacketsPerSecond(10).build();
    grant(asking(alice).setGrant(ten), answer -> answer.setGrant(new Grant(11, 0, 0).bits()));
    GrantRequest fuel = GrantRequest.newBuilder().setFuelThousands(3).build();
    grant(asking(alice).setGrant(fuel), answer -> answer.setGrant(new Grant(0, 4, 0).bits()));
    GrantRequest read = GrantRequest.newBuilder().setPermissions(Grant.READ).build();
    grant(
        asking(alice).setGrant(read), answer -> answer.setGrant(new Grant(0, 0, Grant.ALL).bits()));
    AuditEntry.Builder join = TestLog.joinOf(alice);
    join.getDecisionBuilder().getAnswerBuilder().setDomain(18);
    log.append(join);
    export = log.exportTo(folder.resolve("beyond"));
    List<String> of =
        List.of(
            "window", "window", "window", "window", "suite", "domain", "grant", "grant", "grant",
            "domain");
    List<String> expected = new ArrayList<>();
    for (String each : of) {
      expected.add(
          "row %d: grants another %s than its statement asks for".formatted(expected.size(), each));
    }
    assertEquals(expected, findings());
  }

  @Test
  void shouldTakeAnswerThatFillsWhatItsRequestLeavesOpen() throws Exception {
    log = new TestLog();
    int now = (int) Instant.now().getEpochSecond();
    Grant most = new Grant(50, 9, Grant.ALL);
    grant(
        asking(alice).clearServiceStart(),
        answer -> answer.setSst(now).setSet(now + 60).setSuite(3).setGrant(most.bits()));
    GrantRequest all =
        GrantRequest.newBuilder()
            .setPacketsPerSecond(50)
            .setFuelThousands(9)
            .setPermissions(Grant.ALL)
            .build();
    grant(
        asking(alice).setServiceEnd(now + 30).setGrant(all),
        answer -> answer.setSet(now + 30).setGrant(most.bits()));
    export = log.exportTo(folder.resolve("open"));
    assertEquals(List.of(), findings());
  }

  @Test
  void shouldNameRowWhenItsStatementDoesNotHold() throws Exception {
    AuditEntry.Builder forged = TestLog.requestOf(alice);
    forged.getDecisionBuilder().getAnswerBuilder().addRecipients("rosa://17/user/mallory");
    AuditEntry.Builder unsigned = TestLog.requestOf(alice);
    unsigned.getDecisionBuilder().clearSigned();
    AuditEntry.Builder ofOther = TestLog.requestOf(alice);
    ofOther.getDecisionBuilder().setCaller("rosa://17/user/mallory\u202e");
    AuditEntry.Builder late = TestLog.requestOf(alice).setAtMillis(4_000_000_000_000L);
    log = new TestLog();
    List.of(forged, unsigned, ofOther, late).forEach(log::append);
    log.append(AuditEntry.newBuilder().setLeaf(9).build().toByteArray());
    log.append("no entry".getBytes(StandardCharsets.US_ASCII));
    export = log.exportTo(folder.resolve("forged"));
    List<String> findings = findings();
    assertEquals(
        "row 0: grants another code, way, recipient or session than its statement asks for",
        findings.get(0));
    assertEquals("row 1: grants a request without its signed statement", findings.get(1));
    assertEquals(
        "row 2: is of rosa://17/user/mallory?, but rosa://17/user/alice signed it",
        findings.get(2));
    assertTrue(findings.get(3).contains("expired at"), findings.get(3));
    assertEquals("row 4: says that it is row 9", findings.get(4));
    assertEquals("row 4: has no decision, act, publication or enrolment", findings.get(5));
    assertEquals("row 5: is no audit entry", findings.get(6));
    assertEquals(7, findings.size());
  }

  @Test
  void shouldOverwriteNothingAndReadNoUnfinishedExport() throws Exception {
    assertThrows(FileAlreadyExistsException.class, () -> log.exportTo(export));
    Files.delete(export.resolve("checkpoint"));
    IOException refused = assertThrows(IOException.class, this::findings);
    assertTrue(refused.getMessage().contains("expected a finished export"), refused.getMessage());
  }

  @Test
  void shouldReadNoPipeAndFollowNoLink() throws Exception {
    Path tail = export.resolve(TAIL);
    Path elsewhere = Files.move(tail, folder.resolve("elsewhere"));
    Files.createSymbolicLink(tail, elsewhere);
    IOException link = assertThrows(IOException.class, this::findings);
    assertTrue(link.getMessage().contains("is no regular file"), link.getMessage());
    Files.delete(tail);
    assertEquals(0, new ProcessBuilder("mkfifo", tail.toString()).start().waitFor());
    IOException pipe = assertThrows(IOException.class, this::findings);
    assertTrue(pipe.getMessage().contains("is no regular file"), pipe.getMessage());
  }

  @Test
  void shouldWriteForTheOwnerAloneWhateverTheDirectoryAllows() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path written = log.exportTo(open);
    try (Stream<Path> files = Files.walk(written)) {
      for (Path file : files.filter(each -> !each.equals(open)).toList()) {
        String expected = Files.isDirectory(file) ? "rwx------" : "rw-------";
        assertEquals(
            expected,
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
            "" + file);
      }
    }
  }

  static void flip(Path file, int bit) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bit / 8] ^= (byte) (1 << bit % 8);
    Files.write(file, bytes);
  }
}
