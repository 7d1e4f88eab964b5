package dev.rosa.identity;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.SignedStatement;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;

/**
 * Signs statements so that their signer cannot deny them later (ROSA §4.1, non-repudiation): ECDSA
 * P-256 with SHA-256 over the label in ASCII, one zero byte, the statement's bytes. The label keeps
 * a signature for one purpose from being used for another.
 */
public final class StatementSigner {

  static final String ALGORITHM = "SHA256withECDSA";

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
      update(signature, kind, statement);
      return SignedStatement.newBuilder()
          .setStatement(ByteString.copyFrom(statement))
          .setSignature(ByteString.copyFrom(signature.sign()))
          .setCertificate(ByteString.copyFrom(signer.certificate().getEncoded()))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(signer.id() + " cannot sign", e);
    }
  }

  static void update(Signature signature, StatementKind kind, byte[] statement)
      throws SignatureException {
    signature.update(kind.label().getBytes(StandardCharsets.US_ASCII));
    signature.update((byte) 0);
    signature.update(statement);
  }
}
