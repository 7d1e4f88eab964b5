package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.SignedStatement;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class StatementTest {

  private static final StatementKind KIND = StatementKind.PUBLICATION;
  private static final byte[] STATEMENT = "what I say".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;
  private TestDomain domain;
  private Identity carol;
  private SignedStatement signed;
  private StatementVerifier verifier;

  @BeforeEach
  void sign() {
    domain = TestDomain.in(directory.resolve("a"));
    carol = domain.user("carol");
    signed = StatementSigner.sign(carol, KIND, STATEMENT);
    verifier = new StatementVerifier(domain.certificate());
  }

  private RosaId verify(SignedStatement statement, StatementKind kind) throws IdentityException {
    return verifier.verify(statement, kind, InstantSource.system());
  }

  private String refusal(SignedStatement statement, StatementKind kind) {
    return assertThrows(IdentityException.class, () -> verify(statement, kind)).getMessage();
  }

  @Test
  void shouldNameSignerWhenSignatureHolds() throws IdentityException {
    assertEquals(carol.id(), verify(signed, KIND));
  }

  @Test
  void shouldSignLabelZeroByteAndStatementWhenSpelledOut() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("ROSA-v1 publication".getBytes(StandardCharsets.US_ASCII));
    bytes.write(0);
    bytes.writeBytes(STATEMENT);
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initVerify(carol.certificate());
    signature.update(bytes.toByteArray());
    assertTrue(signature.verify(signed.getSignature().toByteArray()));
  }

  @Test
  void shouldRefuseWhatIsBesideTheStatement() throws Exception {
    ByteString further = ByteString.copyFrom(new byte[] {0x22, 2, 'n', 'o'});
    SignedStatement more = SignedStatement.parseFrom(signed.toByteString().concat(further));
    assertEquals("the signed statement has fields that are not known", refusal(more, KIND));
  }

  @Test
  void shouldRefuseWhenStatementIsLargerThanAnyIs() {
    SignedStatement large = StatementSigner.sign(carol, KIND, new byte[2_049]);
    assertTrue(refusal(large, KIND).startsWith("the signed statement is too large"));
  }

  @Test
  void shouldRefuseWhenLabelIsAnother() {
    assertTrue(refusal(signed, StatementKind.SERVICE_REQUEST).contains("does not match"));
  }

  @Test
  void shouldRefuseWhenStatementWasChanged() {
    SignedStatement changed =
        signed.toBuilder().setStatement(ByteString.copyFromUtf8("what I saY")).build();
    assertTrue(refusal(changed, KIND).contains("the signature of rosa://17/user/carol"));
  }

  @Test
  void shouldRefuseWhenSignatureIsOfAnotherMember() {
    SignedStatement stolen =
        signed.toBuilder()
            .setSignature(
                StatementSigner.sign(domain.user("mallory"), KIND, STATEMENT).getSignature())
            .build();
    assertTrue(refusal(stolen, KIND).contains("does not match"));
  }

  @Test
  void shouldRefuseWhenSignerIsOfAnotherDomain() {
    Identity stranger = TestDomain.in(directory.resolve("b")).user("carol");
    assertTrue(
        refusal(StatementSigner.sign(stranger, KIND, STATEMENT), KIND)
            .contains("was not issued by this domain's authority"));
  }

  @Test
  void shouldRefuseWhenPartsAreMissingOrRandom() {
    assertTrue(refusal(SignedStatement.getDefaultInstance(), KIND).contains("no readable X.509"));
    SignedStatement unsigned = signed.toBuilder().clearSignature().build();
    assertTrue(refusal(unsigned, KIND).contains("does not match"));
    SignedStatement huge =
        signed.toBuilder().setCertificate(ByteString.copyFrom(new byte[9000])).build();
    assertTrue(refusal(huge, KIND).contains("too large"));
  }

  @Test
  void shouldRefuseWhenBytesFollowTheCertificate() {
    ByteString padded = signed.getCertificate().concat(ByteString.copyFrom(new byte[7000]));
    String refusal = refusal(signed.toBuilder().setCertificate(padded).build(), KIND);
    assertTrue(refusal.contains("more bytes follow"), refusal);
  }

  @Test
  void shouldAskTheGivenClockWhenCertificateHasExpiredSince() throws IdentityException {
    InstantSource later = InstantSource.fixed(Instant.now().plus(Duration.ofDays(91)));
    IdentityException refused =
        assertThrows(IdentityException.class, () -> verifier.verify(signed, KIND, later));
    assertTrue(refused.getMessage().contains("expired"));
  }
}
