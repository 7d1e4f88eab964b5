package dev.rosa.signature;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/**
 * Signature that is known to hold: deterministic ECDSA by the key of RFC 6979, A.2.5, over a label,
 * a zero byte and a statement.
 *
 * @param statementBytes length of the statement; its byte i is 7 i
 */
record KnownSignature(int statementBytes, BigInteger r, BigInteger s) {

  /** Of an empty statement, one of usual length, and the longest one. */
  static final List<KnownSignature> ALL =
      List.of(
          of(
              0,
              "f73230a2f7c2960d2b7cfe20c8675b2561a3d49d778b6e5c8f1e751410b69163",
              "f7eb154b9ce5323b5420ae66ef046da95bb1276b0bcb21d48faf324e8f327f76"),
          of(
              300,
              "69c63a38619ce68cc87ea72b1392640c4798bf2ddeb685c521a401b9ed4d6765",
              "05601453c2a8ab1e535847ec9ca9c5c7bed3f97eef1453845336507657473336"),
          of(
              2_048,
              "f573b3f5ec1f17259bf594abf149ad8cf27e8b98938bccd79486a96a006ef939",
              "f1410496138821bcab1edb2ed8160097d0c1530f7207951aa8c0a46fd0f8682e"));

  private static final String KEY =
      "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
          + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";

  /** Twice the base point. */
  private static final String OTHER_KEY =
      "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
          + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1";

  /** SubjectPublicKeyInfo of P-256 up to the point, which is not compressed. */
  private static final String KEY_INFO = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";

  private static final byte[] LABEL =
      "ROSA-v1 service-request\0".getBytes(StandardCharsets.US_ASCII);
  private static final int STEP = 7;

  private static KnownSignature of(int statementBytes, String r, String s) {
    return new KnownSignature(statementBytes, new BigInteger(r, 16), new BigInteger(s, 16));
  }

  /** The signer's key, as the JDK has it. */
  static PublicKey key() throws GeneralSecurityException {
    return key(KEY);
  }

  /** Another signer's key. */
  static PublicKey otherKey() throws GeneralSecurityException {
    return key(OTHER_KEY);
  }

  private static PublicKey key(String point) throws GeneralSecurityException {
    byte[] encoded = HexFormat.of().parseHex(KEY_INFO + point);
    return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
  }

  /** The label and the zero byte behind it. */
  byte[] label() {
    return LABEL.clone();
  }

  byte[] statement() {
    byte[] statement = new byte[statementBytes];
    for (int i = 0; i < statementBytes; i++) {
      statement[i] = (byte) (STEP * i);
    }
    return statement;
  }

  byte[] der() {
    return Der.signature(r, s);
  }
}
