package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.publication.Publication;
import dev.rosa.storage.StorageFaults;
import dev.rosa.testkit.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications of Code Servers become rows of the audit log, each once. */
class PublicationIntakeTest {

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity carol;
  private FakeCodeServer codeServer;
  private CodeServerCalls calls;
  private long nanos;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
    carol = as.domain.user("carol");
    codeServer = FakeCodeServer.start(as.domain.codeServer("cs1"), 0);
    calls =
        new CodeServerCalls(
            codeServer.address(),
            ControlChannel.open(codeServer.address().toSocketAddress(), as.self, Role.CODESERVER));
  }

  @AfterEach
  void close() {
    calls.close();
    codeServer.close();
    as.close();
  }

  private PublicationIntake intake() {
    return new PublicationIntake(
        calls,
        HandlerFixture.publications(as.storage(), as.self, as.clock),
        as.clock,
        () -> nanos,
        new TroubleLog(as.clock));
  }

  private void publish(SignedStatement signed) {
    codeServer.publications.add(
        KeptPublication.newBuilder()
            .setVersion(codeServer.publications.size() + 1L)
            .setSigned(signed)
            .build());
  }

  private SignedStatement statement(Identity publisher, String bundle) {
    return Publication.of(
            publisher, "counter", bundle.getBytes(StandardCharsets.UTF_8), as.clock.instant())
        .signedBy(publisher);
  }

  private void collect(PublicationIntake intake, int times) {
    for (int i = 0; i < times; i++) {
      nanos += Duration.ofMillis(250).toNanos();
      intake.collect();
    }
  }

  private List<SignedStatement> recorded() throws Exception {
    AuditTree tree = as.records.audit().tree();
    List<SignedStatement> recorded = new ArrayList<>();
    for (byte[] bytes : tree.entries(0, (int) tree.size())) {
      AuditEntry entry = AuditEntry.parseFrom(bytes);
      if (entry.hasPublication()) {
        assertEquals(codeServer.address().toString(), entry.getPublication().getCodeServer());
        recorded.add(entry.getPublication().getSigned());
      }
    }
    return recorded;
  }

  @Test
  void shouldRecordEachPublicationAsItCameAndOnce() throws Exception {
    SignedStatement first = statement(carol, "first");
    SignedStatement second = statement(carol, "second");
    PublicationIntake intake = intake();
    publish(first);
    collect(intake, 2);
    assertEquals(List.of(first), recorded());
    publish(second);
    collect(intake, 5);
    intake.forget();
    collect(intake, 5);
    collect(intake(), 5);
    assertEquals(List.of(first, second), recorded());
  }

  @Test
  void shouldRecordStatementThatIsSignedTwiceOnce() throws Exception {
    Publication said = Publication.of(carol, "counter", new byte[] {1}, as.clock.instant());
    publish(said.signedBy(carol));
    publish(said.signedBy(carol));
    collect(intake(), 2);
    assertEquals(1, recorded().size());
  }

  @Test
  void shouldTakeAllPagesWithoutAPause() throws Exception {
    for (int i = 0; i < 40; i++) {
      publish(statement(carol, "bundle " + i));
    }
    PublicationIntake intake = intake();
    intake.collect();
    intake.collect();
    intake.collect();
    assertEquals(40, recorded().size());
  }

  @Test
  void shouldLeaveOutWhatDoesNotHoldAndTakeWhatFollows() throws Exception {
    Identity stranger = TestDomain.in(folder.resolve("other")).user("carol");
    SignedStatement good = statement(carol, "good");
    SignedStatement forged =
        good.toBuilder().setSignature(ByteString.copyFromUtf8("no signature")).build();
    Identity bob = as.domain.user("bob");
    publish(statement(stranger, "of another domain"));
    publish(forged.toBuilder().setStatement(statement(carol, "forged").getStatement()).build());
    publish(SignedStatement.newBuilder().setStatement(ByteString.copyFromUtf8("?")).build());
    publish(Publication.of(carol, "counter", new byte[] {1}, as.clock.instant()).signedBy(bob));
    publish(
        Publication.of(carol, "counter", new byte[] {1}, as.clock.instant().plusSeconds(3_600))
            .signedBy(carol));
    publish(good);
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      collect(intake(), 2);
      assertEquals(5, log.linesWith("a publication is not recorded").size());
    }
    assertEquals(List.of(good), recorded());
  }

  @Test
  void shouldBoundTheRowsThatACodeServerCauses() throws Exception {
    int most = 4_096;
    for (int i = 0; i < most + 50; i++) {
      publish(statement(carol, "bundle " + i));
    }
    PublicationIntake intake = intake();
    for (int i = 0; i < most; i++) {
      intake.collect();
    }
    assertEquals(most, recorded().size());
    nanos += Duration.ofSeconds(16).toNanos();
    intake.collect();
    intake.collect();
    assertEquals(most + 16, recorded().size());
  }

  @Test
  void shouldAskAgainForAPageThatCouldNotBeRecorded() throws Exception {
    SignedStatement signed = statement(carol, "first");
    publish(signed);
    PublicationIntake intake = intake();
    as.faults.failAt(1, StorageFaults.Kind.REFUSED, true);
    assertThrows(RuntimeException.class, () -> collect(intake, 1));
    assertTrue(as.faults.heal());
    collect(intake, 5);
    assertEquals(List.of(signed), recorded());
  }

  @Test
  void shouldIgnoreVersionsThatDoNotGrow() throws Exception {
    publish(statement(carol, "first"));
    codeServer.publications.add(
        codeServer.publications.get(0).toBuilder().setSigned(statement(carol, "second")).build());
    collect(intake(), 4);
    assertEquals(1, recorded().size());
  }

  @Test
  void shouldTellOnceOfACodeServerThatListsNone() {
    codeServer.refusesPublications = true;
    PublicationIntake intake = intake();
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      collect(intake, 500);
      assertEquals(1, log.linesWith("publications cannot be read").size());
    }
  }

  @Test
  void shouldReadFromTheFirstOneOnAfterAnHour() throws Exception {
    PublicationIntake intake = intake();
    publish(statement(carol, "first"));
    collect(intake, 2);
    // Restored without a start that is seen: its versions have gone back.
    SignedStatement second = statement(carol, "second");
    codeServer.publications.clear();
    publish(second);
    collect(intake, 8);
    assertEquals(1, recorded().size());
    nanos += Duration.ofHours(1).toNanos();
    collect(intake, 2);
    assertTrue(recorded().contains(second));
  }
}
