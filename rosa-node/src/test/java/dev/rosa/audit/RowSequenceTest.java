package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.SignedStatement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are right each for itself, and not together. */
class RowSequenceTest {

  private static final String DORA = "rosa://17/admin/dora";
  private static final String EVE = "rosa://17/admin/eve";
  private static final String UNSIGNED = "names an administrator, whose signed act does not follow";

  private final RowSequence sequence = new RowSequence();
  private final List<String> findings = new ArrayList<>();
  private long row;

  private void take(AuditEntry.Builder entry) {
    sequence
        .next(row++, entry.build().toByteArray())
        .forEach(each -> findings.add(each.toString()));
  }

  private List<String> findings() {
    sequence.end().forEach(each -> findings.add(each.toString()));
    return findings;
  }

  private static AuditEntry.Builder act(String operator) {
    return AuditEntry.newBuilder().setAct(AuditedAct.newBuilder().setOperator(operator));
  }

  private static AuditEntry.Builder granted(String method, String caller, String statement) {
    return AuditEntry.newBuilder()
        .setDecision(
            AuditedDecision.newBuilder()
                .setMethod(method)
                .setCaller(caller)
                .setGranted(true)
                .setSigned(
                    SignedStatement.newBuilder().setStatement(ByteString.copyFromUtf8(statement))));
  }

  private static AuditEntry.Builder signedAct(String administrator, String statement) {
    return granted("administration", administrator, statement);
  }

  @Test
  void shouldTakeActsThatTheirAdministratorSigned() {
    take(act("root"));
    take(act(DORA));
    take(act(DORA));
    take(signedAct(DORA, "one"));
    take(act(EVE));
    take(signedAct(EVE, "two"));
    take(signedAct(EVE, "of nothing"));
    take(act("root"));
    assertEquals(List.of(), findings());
  }

  @Test
  void shouldNameActsThatTheirAdministratorDidNotSign() {
    take(act(DORA));
    take(act(DORA));
    take(act("root"));
    take(act(DORA));
    take(signedAct(EVE, "one"));
    take(signedAct(DORA, "two"));
    take(act(EVE));
    assertEquals(
        List.of(
            "row 0: " + UNSIGNED, "row 1: " + UNSIGNED, "row 3: " + UNSIGNED, "row 6: " + UNSIGNED),
        findings());
  }

  @Test
  void shouldNotTakeARefusedActForASignedOne() {
    take(act(DORA));
    AuditEntry.Builder refused = signedAct(DORA, "one");
    refused.getDecisionBuilder().setGranted(false);
    take(refused);
    assertEquals(List.of("row 0: " + UNSIGNED), findings());
  }

  @Test
  void shouldNameAStatementThatWasGrantedBefore() {
    take(granted("request", "rosa://17/user/alice", "one"));
    take(granted("request", "rosa://17/user/alice", "two"));
    take(granted("request", "rosa://17/user/alice", "one"));
    take(signedAct(DORA, "three"));
    take(signedAct(DORA, "three"));
    assertEquals(
        List.of(
            "row 2: grants the statement of row 0 again",
            "row 4: grants the statement of row 3 again"),
        findings());
  }

  private static AuditEntry.Builder at(long seconds, AuditEntry.Builder entry) {
    return entry.setAtMillis(seconds * 1_000);
  }

  private static AuditEntry.Builder session(String statement) {
    return granted("request", "rosa://17/user/alice", statement);
  }

  @Test
  void shouldNameSessionsAndActsThatWereHeldBack() {
    take(at(1_000, session("one")));
    take(at(640, session("as late as can be")));
    take(at(639, session("held back")));
    take(at(400, signedAct(DORA, "held back, too")));
    take(at(900, granted("join", "rosa://17/user/bob", "in time")));
    assertEquals(
        List.of(
            "row 2: is dated 361 s before row 0: it was held back, or the clock was set back",
            "row 3: is dated 600 s before row 0: it was held back, or the clock was set back"),
        findings());
  }

  @Test
  void shouldTakeOlderTimesOfRefusalsAndOfCommands() {
    take(at(5_000, session("one")));
    AuditEntry.Builder refused = at(1_000, session("two"));
    refused.getDecisionBuilder().setGranted(false);
    take(refused);
    take(at(1_000, act("root")));
    assertEquals(List.of(), findings());
  }

  @Test
  void shouldTakeOlderTimesWhenTheClockWasAccepted() {
    take(at(5_000, session("while the clock was ahead")));
    AuditEntry.Builder accepted = at(1_000, act("root"));
    accepted.getActBuilder().setAct("clock accept");
    take(accepted);
    take(at(1_001, session("one")));
    take(at(600, session("two")));
    assertEquals(
        List.of("row 3: is dated 401 s before row 2: it was held back, or the clock was set back"),
        findings());
  }

  @Test
  void shouldNotCompareTimesOverPrunedRowsAndThoseBeforeTheLog() {
    take(at(9_000, session("old")).setBeforeLog(true));
    take(at(8_000, session("older")).setBeforeLog(true));
    take(at(5_000, session("one")));
    skip();
    take(at(1_000, session("two")));
    take(at(100, session("three")).setBeforeLog(true));
    assertEquals(
        List.of("row 5: is dated 900 s before row 4: it was held back, or the clock was set back"),
        findings());
  }

  private static AuditEntry.Builder of(
      long session, AuditEntry.Builder entry, String... recipients) {
    entry
        .getDecisionBuilder()
        .setSession(session)
        .setAnswer(AuditedSession.newBuilder().addAllRecipients(List.of(recipients)));
    return entry;
  }

  private static AuditEntry.Builder join(String user, String statement) {
    return granted("join", user, statement);
  }

  @Test
  void shouldNameAJoinOfSomeoneWhomTheSourceDidNotName() {
    take(of(7, session("one"), "rosa://17/user/bob"));
    take(of(7, join("rosa://17/user/bob", "two"), "rosa://17/user/bob"));
    take(of(7, join("rosa://17/user/eve", "three"), "rosa://17/user/eve"));
    take(of(7, join("rosa://17/user/eve", "four"), "rosa://17/user/bob", "rosa://17/user/eve"));
    assertEquals(
        List.of(
            "row 2: has another session than row 0, which granted it",
            "row 3: has another session than row 0, which granted it"),
        findings());
  }

  @Test
  void shouldNameASessionThatWasGrantedBefore() {
    take(of(7, session("one"), "rosa://17/user/bob"));
    take(of(7, session("two"), "rosa://17/user/eve"));
    assertEquals(List.of("row 1: grants the session of row 0 again"), findings());
  }

  @Test
  void shouldTakeJoinsOfSessionsWhoseRowsWerePruned() {
    skip();
    take(of(7, join("rosa://17/user/bob", "one"), "rosa://17/user/bob"));
    assertEquals(List.of(), findings());
  }

  @Test
  void shouldNameAJoinInFrontOfTheRowThatGrantsItsSessionToOthers() {
    take(of(7, join("rosa://17/user/eve", "one"), "rosa://17/user/eve"));
    take(of(7, session("two"), "rosa://17/user/bob"));
    assertEquals(List.of("row 1: grants another session than row 0, which joined it"), findings());
  }

  @Test
  void shouldNameJoinsThatDifferInASessionWhoseRowWasPruned() {
    skip();
    take(of(7, join("rosa://17/user/bob", "one"), "rosa://17/user/bob"));
    take(of(7, join("rosa://17/user/eve", "two"), "rosa://17/user/eve"));
    assertEquals(List.of("row 2: has another session than row 1, which joined it"), findings());
  }

  private void skip() {
    sequence.skip().forEach(each -> findings.add(each.toString()));
    row++;
  }

  @Test
  void shouldNameAnActThatIsLeftAlthoughTheRowBehindItWasPruned() {
    take(act(DORA));
    skip();
    take(act("root"));
    assertEquals(List.of("row 0: " + UNSIGNED), findings());
  }

  @Test
  void shouldNameAnActThatIsLeftAtTheEndOfABundle() {
    row = 255;
    take(act(DORA));
    skip();
    assertEquals(List.of("row 255: " + UNSIGNED), findings());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " rosa://17/admin/dora",
        "ROSA://17/admin/dora",
        "rosa://017/admin/dora",
        "rosa://17/user/dora",
        "rosa:\u2215\u221517",
        "r\u043esa\ua789//17/admin/dora",
        "rosa\u02d0\u2044\u204417\u2044admin\u2044dora",
        "dora\u202e",
      })
  void shouldNameOperatorsThatAreNeitherUsersNorAdministrators(String operator) {
    take(act(operator));
    take(signedAct(DORA, "one"));
    assertEquals(1, findings().size());
    assertTrue(
        findings.get(0).startsWith("row 0: names neither a user nor an administrator: "),
        findings.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "J\u00f6rg", "DOMAIN\\j.doe", "svc_rosa$", "first last"})
  void shouldTakeNamesOfUsers(String operator) {
    take(act(operator));
    assertEquals(List.of(), findings());
    assertEquals(operator, OperatorName.ofUser(operator));
  }

  @Test
  void shouldRecordNoUsersNameThatCouldBeAnAdministrators() {
    assertEquals("rosa???17?admin?dora", OperatorName.ofUser("rosa://17/admin/dora"));
    assertEquals("rosa???x", OperatorName.ofUser("rosa\u02d0\u2044\u2044x"));
  }
}
