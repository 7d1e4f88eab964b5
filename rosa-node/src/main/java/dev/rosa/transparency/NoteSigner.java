package dev.rosa.transparency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Signer of notes with an Ed25519 key, which its {@link #toString} does not show. Thread-safe. */
public final class NoteSigner {

  /** Length of a private key. */
  public static final int PRIVATE_BYTES = 32;

  /** A PKCS#8 key is these bytes and the key's (RFC 8410). */
  private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final NoteKey key;
  private final PrivateKey signer;

  private NoteSigner(NoteKey key, PrivateKey signer) {
    this.key = key;
    this.signer = signer;
  }

  /**
   * Makes a new key.
   *
   * @throws TransparencyException if the name cannot be used
   */
  public static NoteSigner random(String name, SecureRandom random) throws TransparencyException {
    KeyPair pair = pair(random);
    return new NoteSigner(new NoteKey(name, NoteKey.rawBytes(pair.getPublic())), pair.getPrivate());
  }

  /**
   * Makes a new key of a witness.
   *
   * @throws TransparencyException if the name cannot be used
   */
  public static NoteSigner randomWitness(String name, SecureRandom random)
      throws TransparencyException {
    KeyPair pair = pair(random);
    return new NoteSigner(
        NoteKey.ofWitness(name, NoteKey.rawBytes(pair.getPublic())), pair.getPrivate());
  }

  private static KeyPair pair(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(255, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has Ed25519", e);
    }
  }

  /**
   * A key that was made before.
   *
   * @param key its public half
   * @param privateKey {@code byte[32]} as in RFC 8032; the caller wipes it
   * @throws TransparencyException if the two halves do not belong together
   */
  public static NoteSigner of(NoteKey key, byte[] privateKey) throws TransparencyException {
    byte[] encoded = Arrays.copyOf(PKCS8, PKCS8.length + PRIVATE_BYTES);
    try {
      System.arraycopy(privateKey, 0, encoded, PKCS8.length, PRIVATE_BYTES);
      NoteSigner signer =
          new NoteSigner(
              key,
              KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded)));
      signer.requireOwnSignature();
      return signer;
    } catch (GeneralSecurityException e) {
      // The cause could quote key bytes.
      throw new TransparencyException("the private log key is no Ed25519 key");
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  private void requireOwnSignature() throws TransparencyException {
    byte[] probe = key.name().getBytes(StandardCharsets.UTF_8);
    if (!key.verify(probe, key.isOfWitness() ? cosignature(probe, 0) : signature(probe))) {
      throw new TransparencyException("the private log key does not belong to the public one");
    }
  }

  public NoteKey key() {
    return key;
  }

  /** A copy of the private key, {@code byte[32]}; the caller wipes it. */
  public byte[] privateKey() {
    return ((EdECPrivateKey) signer).getBytes().orElseThrow();
  }

  /** A witness's signature of a text at a time. */
  byte[] cosignature(byte[] text, long unixSeconds) {
    byte[] signature = signature(NoteKey.cosigned(unixSeconds, text));
    return ByteBuffer.allocate(Long.BYTES + signature.length)
        .putLong(unixSeconds)
        .put(signature)
        .array();
  }

  byte[] signature(byte[] text) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(signer);
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the log key " + key.name() + " cannot sign", e);
    }
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
