package dev.rosa.gcrypt;

import java.nio.ByteBuffer;
import java.security.InvalidAlgorithmParameterException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES in Galois/counter mode on libgcrypt, as a JCE cipher; tags of 96 to 128 bits, an IV of 1 byte
 * or more. Encryption gives out a byte for a byte, and the tag at the end; it needs another IV or
 * key each time. Decryption holds everything back until the tag was found right, and then needs as
 * much memory as there is data.
 */
final class GcmCipher extends GcryptCipher {

  private static final int USUAL_IV_BYTES = 12;
  private static final int MIN_TAG_BYTES = 12;
  private static final int MAX_TAG_BYTES = 16;
  private static final int KEPT_BYTES = 16 * 1_024;
  private static final byte[] NOTHING = new byte[0];

  private final byte[] tag = new byte[MAX_TAG_BYTES];
  private int tagBytes = MAX_TAG_BYTES;
  private byte[] sealingIv = NOTHING;

  /** Ciphertext that waits for its tag; plaintext while that is compared. */
  private byte[] held = NOTHING;

  private int heldBytes;
  private Phase phase = Phase.OPENED;

  /** Phase of a message. */
  private enum Phase {
    /** After the end of a message: the IV is to be set again. */
    OPENED,
    READY,
    ADDITIONAL_DATA,
    DATA,
    /** Sealed: the IV is used up. */
    SPENT
  }

  GcmCipher(int keyBytes) {
    super(AesMode.GCM, keyBytes);
  }

  @Override
  byte[] ivOf(AlgorithmParameterSpec spec) throws InvalidAlgorithmParameterException {
    if (!(spec instanceof GCMParameterSpec given)) {
      throw new InvalidAlgorithmParameterException("a GCMParameterSpec is needed");
    }
    int bits = given.getTLen();
    if (bits % Byte.SIZE != 0
        || bits < MIN_TAG_BYTES * Byte.SIZE
        || bits > MAX_TAG_BYTES * Byte.SIZE) {
      throw new InvalidAlgorithmParameterException(
          "a tag has 128, 120, 112, 104 or 96 bits, not " + bits);
    }
    byte[] bytes = given.getIV();
    if (bytes.length == 0) {
      throw new InvalidAlgorithmParameterException("IV is empty");
    }
    tagBytes = bits / Byte.SIZE;
    return bytes;
  }

  @Override
  byte[] freshIv(SecureRandom random) {
    byte[] bytes = new byte[USUAL_IV_BYTES];
    (random == null ? new SecureRandom() : random).nextBytes(bytes);
    tagBytes = MAX_TAG_BYTES;
    return bytes;
  }

  @Override
  AlgorithmParameterSpec specOf(byte[] currentIv) {
    return new GCMParameterSpec(tagBytes * Byte.SIZE, currentIv);
  }

  @Override
  void begin(byte[] key) throws InvalidAlgorithmParameterException {
    if (isEncrypting()) {
      if (Arrays.equals(iv(), sealingIv) && handle().sealedUnder(key)) {
        throw new InvalidAlgorithmParameterException("Cannot reuse iv for GCM encryption");
      }
      sealingIv = iv();
    }
    handle().start(key, isEncrypting(), iv());
    phase = Phase.READY;
    dropHeld();
  }

  private void dropHeld() {
    if (held.length > KEPT_BYTES) {
      Arrays.fill(held, (byte) 0);
      held = NOTHING;
    } else {
      Arrays.fill(held, 0, Math.min(heldBytes, held.length), (byte) 0);
    }
    heldBytes = 0;
  }

  @Override
  protected void engineUpdateAAD(byte[] source, int offset, int length) {
    addAdditionalData(Region.of(source, offset, length));
  }

  @Override
  protected void engineUpdateAAD(ByteBuffer source) {
    addAdditionalData(Region.ofInput(source));
    source.position(source.limit());
  }

  private void addAdditionalData(Region data) {
    enter(Phase.ADDITIONAL_DATA);
    handle().authenticate(data);
  }

  private void enter(Phase next) {
    if (phase == Phase.SPENT) {
      throw new IllegalStateException("GCM encryption needs another key or IV each time");
    }
    if (phase == Phase.OPENED) {
      handle().restart(iv());
    }
    if (phase.compareTo(next) > 0) {
      throw new IllegalStateException("additional data come before the data");
    }
    phase = next;
  }

  @Override
  int updateBytes(int inputBytes) {
    return isEncrypting() ? inputBytes : 0;
  }

  @Override
  int finalBytes(int inputBytes) {
    return isEncrypting()
        ? Math.addExact(inputBytes, tagBytes)
        : Math.max(0, Math.addExact(heldBytes, inputBytes) - tagBytes);
  }

  @Override
  boolean isByBlock() {
    return false;
  }

  @Override
  boolean lagsBehind() {
    return false;
  }

  @Override
  int update(Region input, Region output) {
    enter(Phase.DATA);
    if (isEncrypting()) {
      handle().encrypt(input, output);
      return input.length();
    }
    hold(input);
    return 0;
  }

  private void hold(Region input) {
    int total = heldBytes + input.length();
    if (total < 0) {
      throw new ProviderException("GCM cannot hold back more than 2 GiB");
    }
    reserve(total);
    input.get(0, held, heldBytes, input.length());
    heldBytes = total;
  }

  private void reserve(int bytes) {
    if (bytes > held.length) {
      byte[] former = held;
      held =
          Arrays.copyOf(
              former, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(bytes, 2L * former.length)));
      Arrays.fill(former, (byte) 0);
    }
  }

  @Override
  int finish(Region input, Region output) throws ShortBufferException, AEADBadTagException {
    return isEncrypting() ? seal(input, output) : open(input, output);
  }

  private int seal(Region input, Region output) throws ShortBufferException {
    int length = input.length();
    require(output, finalBytes(length));
    enter(Phase.DATA);
    phase = Phase.SPENT;
    handle().encrypt(input, output);
    handle().tag(tag);
    output.put(length, tag, 0, tagBytes);
    return length + tagBytes;
  }

  private int open(Region input, Region output) throws ShortBufferException, AEADBadTagException {
    int length = finalBytes(input.length());
    require(output, length);
    enter(Phase.DATA);
    try {
      if (heldBytes + input.length() < tagBytes) {
        throw new AEADBadTagException("this is shorter than a tag");
      }
      decrypt(input, length);
      if (!handle().hasTag(tag, tagBytes)) {
        throw new AEADBadTagException("Tag mismatch");
      }
      output.put(0, held, 0, length);
      return length;
    } finally {
      phase = Phase.OPENED;
      dropHeld();
    }
  }

  /** Leaves the plaintext, of that length, in {@link #held}, and the tag that came with it. */
  private void decrypt(Region input, int length) {
    if (heldBytes == 0) {
      reserve(length);
      heldBytes = length;
      input.get(length, tag, 0, tagBytes);
      handle().decrypt(input.slice(0, length), Region.of(held, 0, length));
    } else {
      hold(input);
      System.arraycopy(held, length, tag, 0, tagBytes);
      Region data = Region.of(held, 0, length);
      handle().decrypt(data, data);
    }
  }
}
