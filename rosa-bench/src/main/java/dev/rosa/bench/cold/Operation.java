package dev.rosa.bench.cold;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Operation that is called for the first time, and then again and again, on 1,024 bytes. */
enum Operation {
  HMAC_MD5("HmacMD5", Kind.HMAC),
  HMAC_SHA1("HmacSHA1", Kind.HMAC),
  HMAC_SHA256("HmacSHA256", Kind.HMAC),
  MD5("MD5", Kind.HASH),
  SHA1("SHA-1", Kind.HASH),
  SHA256("SHA-256", Kind.HASH),
  AES_CBC("AES/CBC/PKCS5Padding", Kind.CIPHER),
  AES_CTR("AES/CTR/NoPadding", Kind.CIPHER),
  AES_GCM("AES/GCM/NoPadding", Kind.CIPHER),
  KEY_DERIVATION("session key", Kind.DERIVATION);

  /** Kind of an operation. */
  enum Kind {
    /** A Mac that has its key. */
    HMAC,
    /** A MessageDigest. */
    HASH,
    /** A Cipher, initialised for every packet: each has a nonce of its own. */
    CIPHER,
    /** PROTOCOL §2, on the JDK's own HMAC. */
    DERIVATION
  }

  /** An object that is ready to work. */
  interface Work {
    /** Does it once more, and returns something of the result. */
    int run() throws GeneralSecurityException;
  }

  /** Bytes that are worked on. */
  static final int BYTES = 1_024;

  private static final int KEY_BYTES = 16;
  private static final int BLOCK = 16;
  private static final int GCM_NONCE = 12;
  private static final int GCM_TAG_BITS = 128;

  private final String algorithm;
  private final Kind kind;

  Operation(String algorithm, Kind kind) {
    this.algorithm = algorithm;
    this.kind = kind;
  }

  /** Its JCE name, or what it is. */
  String algorithm() {
    return algorithm;
  }

  Kind kind() {
    return kind;
  }

  /** True if every provider can be asked for it. */
  boolean isJce() {
    return kind != Kind.DERIVATION;
  }

  /**
   * Finds the object that does it, and gives it its key.
   *
   * @throws GeneralSecurityException if the provider does not have it
   */
  Work open(Provider provider) throws GeneralSecurityException {
    return switch (kind) {
      case HMAC -> hmac(provider);
      case HASH -> hash(provider);
      case CIPHER -> cipher(provider);
      case DERIVATION -> derivation();
    };
  }

  private Work hmac(Provider provider) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(algorithm, provider);
    mac.init(new SecretKeySpec(new byte[KEY_BYTES * 2], algorithm));
    byte[] input = new byte[BYTES];
    return () -> mac.doFinal(input)[0];
  }

  private Work hash(Provider provider) throws GeneralSecurityException {
    MessageDigest digest = MessageDigest.getInstance(algorithm, provider);
    byte[] input = new byte[BYTES];
    return () -> digest.digest(input)[0];
  }

  private Work cipher(Provider provider) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(algorithm, provider);
    SecretKeySpec key = new SecretKeySpec(new byte[KEY_BYTES], "AES");
    byte[] input = new byte[BYTES];
    byte[] nonce = new byte[this == AES_GCM ? GCM_NONCE : BLOCK];
    return () -> {
      nextNonce(nonce);
      cipher.init(Cipher.ENCRYPT_MODE, key, parameters(nonce));
      return cipher.doFinal(input)[0];
    };
  }

  private AlgorithmParameterSpec parameters(byte[] nonce) {
    return this == AES_GCM ? new GCMParameterSpec(GCM_TAG_BITS, nonce) : new IvParameterSpec(nonce);
  }

  private static void nextNonce(byte[] nonce) {
    for (int i = 0; i < nonce.length && ++nonce[i] == 0; i++) {
      // The carry goes on.
    }
  }

  private static Work derivation() {
    KeyDerivation derivation = new KeyDerivation();
    CodeSecret secret = CodeSecret.of(new byte[CodeSecret.BYTES]);
    SessionParameters parameters = session();
    return () -> derivation.derive(parameters, secret).macKey()[0];
  }

  private static SessionParameters session() {
    InetAddress anyAddress = InetAddress.getLoopbackAddress();
    byte[] digest = ByteBuffer.allocate(CodeDigest.BYTES).array();
    return new SessionParameters(
        Suite.AES128_CTR_HMAC_SHA256,
        1,
        1,
        1,
        2,
        1,
        UserId.of(new byte[UserId.BYTES]),
        CodeDigest.of(digest),
        new Grant(0, 0, Grant.ALL),
        anyAddress,
        anyAddress);
  }
}
