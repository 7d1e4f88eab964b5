package dev.rosa.identity;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.signature.SignatureVerifier;
import java.security.GeneralSecurityException;
import java.security.Signature;

/**
 * Signer of statements, so that their signer cannot deny them later (ROSA §4.1, non-repudiation).
 * Signatures are ECDSA P-256 with SHA-256 over the label in ASCII, one zero byte, the statement's
 * bytes. The label keeps a signature for one purpose from being used for another.
 */
public final class StatementSigner {

  static final String ALGORITHM = SignatureVerifier.ALGORITHM;

  private StatementSigner() {}

  /**
   * Signs with the identity's key and attaches its certificate.
   *
   * @throws IllegalStateException if the key cannot sign, which loading the identity rules out
   */
  public static SignedStatement sign(Identity signer, StatementKind kind, byte[] statement) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(signer.privateKey());
      signature.update(kind.signedPrefix());
      signature.update(statement);
      return SignedStatement.newBuilder()
          .setStatement(ByteString.copyFrom(statement))
          .setSignature(ByteString.copyFrom(signature.sign()))
          .setCertificate(ByteString.copyFrom(signer.certificate().getEncoded()))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(signer.id() + " cannot sign", e);
    }
  }
}
