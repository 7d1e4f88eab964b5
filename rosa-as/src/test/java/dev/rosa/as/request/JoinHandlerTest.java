package dev.rosa.as.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.AuditLog;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.identity.RosaId;
import dev.rosa.wire.Suite;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinHandlerTest {
  private static final RosaId BOB = RosaId.parse("rosa://17/user/bob");

  @TempDir Path folder;
  private HandlerFixture as;
  private ServiceGrant given;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    given =
        as.ask(
            Requests.good()
                .addRecipients(BOB.toString())
                .setSuite(Suite.AES128_CTR_HMAC_SHA256.id()));
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldGiveTheSameKeyWhenRecipientJoinsAlsoAfterRestart() throws Exception {
    assertEquals(given, as.join(BOB, given.getSession()));
    as.open();
    assertEquals(given, as.join(BOB, given.getSession()));
    assertEquals("join", as.audited().method());
    assertEquals(BOB.toString(), as.audited().caller());
    assertEquals(
        new AuditLog.Decision("granted", "OK", "", given.getSession()), as.audited().decision());
  }

  @Test
  void shouldRefuseWhenCallerIsNoRecipient() {
    refused(as.alice.id(), given.getSession(), Status.Code.PERMISSION_DENIED);
  }

  @Test
  void shouldRefuseWhenSessionIsUnknown() {
    refused(BOB, given.getSession() + 1, Status.Code.NOT_FOUND);
  }

  @Test
  void shouldRefuseWhenSessionHasEnded() throws Exception {
    as.clock.move(Duration.ofSeconds(61));
    as.join(BOB, given.getSession());
    as.clock.move(Duration.ofSeconds(1));
    refused(BOB, given.getSession(), Status.Code.FAILED_PRECONDITION);
  }

  private void refused(RosaId caller, long session, Status.Code code) {
    Refusal refusal = assertThrows(Refusal.class, () -> as.join(caller, session));
    assertEquals(code, refusal.code());
    assertEquals(
        new AuditLog.Decision("refused", code.name(), refusal.getMessage(), session),
        as.audited().decision());
  }
}
