package dev.rosa.as.request;

import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.AuditLog;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.signature.SignatureVerifier;
import io.grpc.Status;
import java.time.Instant;

/** Check that a request was signed by the user who sends it. Thread-safe. */
public final class SignerCheck {
  private final RosaId server;
  private final StatementVerifier statements;

  /**
   * A check.
   *
   * @param self the server whose domain signers must be of
   * @param signatures that are checked by
   */
  public SignerCheck(Identity self, SignatureVerifier signatures) {
    this.server = self.id();
    this.statements = new StatementVerifier(self.authority(), signatures);
  }

  /** The server that checks. */
  RosaId server() {
    return server;
  }

  /**
   * The request after its check.
   *
   * @param kind that it must have been signed for
   * @throws Refusal if it is too large, or not signed by its caller
   */
  public AuditLog.Received verified(AuditLog.Received received, StatementKind kind) throws Refusal {
    checkLimits(received.signed());
    RosaId signer = signerOf(received, kind);
    if (!signer.equals(received.caller())) {
      throw Refusal.denied(
          "the request was signed by " + signer + " but comes from " + received.caller());
    }
    return received.asVerified();
  }

  private static void checkLimits(SignedStatement signed) throws Refusal {
    if (!StatementVerifier.fits(signed)) {
      throw Refusal.invalid(
          "the request is too large, expected at most %d bytes of statement, %d of signature and %d"
                  .formatted(
                      StatementVerifier.MAX_STATEMENT_BYTES,
                      StatementVerifier.MAX_SIGNATURE_BYTES,
                      StatementVerifier.MAX_CERTIFICATE_BYTES)
              + " of certificate");
    }
  }

  private RosaId signerOf(AuditLog.Received received, StatementKind kind) throws Refusal {
    Instant now = received.at();
    try {
      return statements.verify(received.signed(), kind, () -> now);
    } catch (IdentityException e) {
      throw new Refusal(Status.Code.UNAUTHENTICATED, e.getMessage());
    }
  }
}
