package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Granted statements and the time of their rows. */
class StatementTimesTest extends ExportRig {

  private final int now = (int) Instant.now().getEpochSecond();

  /** A granted request in a row of so many seconds after now. */
  private void grant(int signedAt, int rowAfter) throws Exception {
    AuditEntry.Builder entry = TestLog.requestOf(alice);
    ByteString statement = entry.getDecision().getSigned().getStatement();
    ServiceRequestStatement asked =
        ServiceRequestStatement.parseFrom(statement).toBuilder().setSignedAt(signedAt).build();
    log.append(TestLog.requestOf(alice, asked).setAtMillis((now + rowAfter) * 1_000L));
  }

  private void join(int signedAt) {
    AuditEntry.Builder entry = TestLog.joinOf(alice).setAtMillis(now * 1_000L);
    JoinStatement asked =
        JoinStatement.newBuilder()
            .setUser(alice.id().toString())
            .setSession(7)
            .setSignedAt(signedAt)
            .build();
    entry
        .getDecisionBuilder()
        .setSigned(StatementSigner.sign(alice, StatementKind.SESSION_JOIN, asked.toByteArray()));
    log.append(entry);
  }

  private List<String> findingsOf(String name) throws Exception {
    export = log.exportTo(folder.resolve(name));
    return findings();
  }

  @Test
  void shouldNameRequestsAndJoinsThatWereGrantedAtAnotherTime() throws Exception {
    log = new TestLog();
    grant(now, 60);
    grant(now, -60);
    grant(now, 61);
    grant(now, -61);
    join(now - 60);
    join(now - 3_600);
    join(0);
    String expected = "the server's time, expected at most 60";
    assertEquals(
        List.of(
            "row 2: its request was signed 61 s before " + expected,
            "row 3: its request was signed 61 s after " + expected,
            "row 5: its join was signed 3600 s before " + expected,
            "row 6: its join does not say when it was signed"),
        findingsOf("times"));
  }

  @Test
  void shouldTakeRequestsWithoutATimeInFrontOfTheFirstOneWithATime() throws Exception {
    log = new TestLog();
    grant(0, 0);
    grant(0, 10);
    assertEquals(List.of(), findingsOf("older"));
    grant(now, 20);
    grant(0, 30);
    assertEquals(List.of("row 3: its request does not say when it was signed"), findingsOf("both"));
  }
}
