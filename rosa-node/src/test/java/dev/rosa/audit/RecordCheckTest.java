package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedEnrolment;
import dev.rosa.control.v1.AuditedPublication;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.identity.TwinCertificate;
import dev.rosa.publication.Publication;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows with publications and enrolments: what {@code audit verify} finds. */
class RecordCheckTest {

  @TempDir Path folder;
  private TestDomain domain;
  private Identity carol;
  private TestLog log;

  @BeforeEach
  void open() {
    domain = TestDomain.in(folder.resolve("domain"));
    carol = domain.user("carol");
    log = new TestLog();
  }

  private static AuditEntry.Builder at(Instant at) {
    return AuditEntry.newBuilder().setAtMillis(at.toEpochMilli());
  }

  private static AuditEntry.Builder publication(SignedStatement signed) {
    return at(Instant.now())
        .setPublication(
            AuditedPublication.newBuilder().setSigned(signed).setCodeServer("127.0.0.1:7002"));
  }

  private static AuditEntry.Builder enrolment(Instant at, byte[] certificate) {
    return at(at)
        .setEnrolment(
            AuditedEnrolment.newBuilder()
                .setCertificate(ByteString.copyFrom(certificate))
                .setOperator("root"));
  }

  private SignedStatement statement(Identity signer) {
    return Publication.of(signer, "counter", new byte[] {1}, Instant.now()).signedBy(signer);
  }

  private List<String> findings() throws Exception {
    Path export = log.exportTo(folder.resolve("export"));
    return new ExportCheck(export, log.key(), domain.certificate())
        .run(Optional.empty()).findings().stream().map(Finding::toString).toList();
  }

  private static byte[] encoded(Identity identity) throws Exception {
    return identity.certificate().getEncoded();
  }

  @Test
  void shouldFindNothingInRowsThatHold() throws Exception {
    log.append(publication(statement(carol)));
    log.append(enrolment(Instant.now(), encoded(carol)));
    log.append(enrolment(Instant.now(), encoded(domain.user("bob"))));
    assertEquals(List.of(), findings());
  }

  @Test
  void shouldNameRowsThatRecordTheSameAgain() throws Exception {
    Publication said = Publication.of(carol, "counter", new byte[] {1}, Instant.now());
    log.append(publication(said.signedBy(carol)));
    log.append(publication(said.signedBy(carol)));
    log.append(enrolment(Instant.now(), encoded(carol)));
    log.append(enrolment(Instant.now(), encoded(carol)));
    assertEquals(
        List.of("row 1: records what row 0 has, again", "row 3: records what row 2 has, again"),
        findings());
  }

  @Test
  void shouldNameACertificateThatIsRecordedAgainUnderAnotherSignature() throws Exception {
    log.append(enrolment(Instant.now(), encoded(carol)));
    log.append(enrolment(Instant.now(), TwinCertificate.of(domain.authority(), "carol")));
    assertEquals(List.of("row 1: records what row 0 has, again"), findings());
  }

  @Test
  void shouldNamePublicationsThatTheirPublisherHasNotSigned() throws Exception {
    Identity bob = domain.user("bob");
    Identity stranger = TestDomain.in(folder.resolve("other")).user("carol");
    SignedStatement good = statement(carol);
    log.append(
        publication(Publication.of(carol, "counter", new byte[] {3}, Instant.now()).signedBy(bob)));
    log.append(publication(statement(stranger)));
    log.append(publication(SignedStatement.getDefaultInstance()));
    log.append(publication(good.toBuilder().setStatement(statement(bob).getStatement()).build()));
    log.append(
        publication(
            Publication.of(carol, "counter", new byte[] {2}, Instant.now().plusSeconds(3_600))
                .signedBy(carol)));
    List<String> findings = findings();
    assertEquals(5, findings.size(), findings::toString);
    for (int row = 0; row < findings.size(); row++) {
      String start = "row " + row + ": its publication is not valid";
      assertTrue(findings.get(row).startsWith(start), findings.get(row));
    }
  }

  @Test
  void shouldNameCertificatesThatTheAuthorityHasNotIssued() throws Exception {
    X509Certificate other = TestDomain.in(folder.resolve("other")).user("carol").certificate();
    log.append(enrolment(Instant.now(), other.getEncoded()));
    log.append(enrolment(Instant.now(), domain.certificate().getEncoded()));
    log.append(enrolment(Instant.now(), new byte[] {1}));
    log.append(enrolment(Instant.now().minus(Duration.ofDays(1)), encoded(carol)));
    AuditEntry.Builder noUser = enrolment(Instant.now(), encoded(domain.user("bob")));
    noUser.getEnrolmentBuilder().setOperator("rosa://17/admin/eve");
    log.append(noUser);
    List<String> findings = findings();
    assertEquals(5, findings.size(), findings::toString);
    for (int row = 0; row < 3; row++) {
      String start = "row " + row + ": its certificate is not valid";
      assertTrue(findings.get(row).startsWith(start), findings.get(row));
    }
    assertEquals("row 3: is dated before the certificate of rosa://17/user/carol", findings.get(3));
    assertEquals("row 4: names no user: rosa://17/admin/eve", findings.get(4));
  }

  @Test
  void shouldShowTheirFields() throws Exception {
    Map<String, Object> publication =
        EntryFields.of(0, publication(statement(carol)).build().toByteArray());
    assertEquals("publication", publication.get("event"));
    assertEquals("rosa://17/user/carol", publication.get("publisher"));
    assertEquals("counter", publication.get("code"));
    Map<String, Object> enrolment =
        EntryFields.of(0, enrolment(Instant.now(), encoded(carol)).build().toByteArray());
    assertEquals("enrolment", enrolment.get("event"));
    assertEquals("rosa://17/user/carol", enrolment.get("identity"));
    Map<String, Object> unreadable =
        EntryFields.of(0, enrolment(Instant.now(), new byte[] {1}).build().toByteArray());
    assertEquals("unreadable", unreadable.get("identity"));
  }
}
