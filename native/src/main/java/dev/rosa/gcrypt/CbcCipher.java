package dev.rosa.gcrypt;

import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;

/**
 * AES in cipher block chaining on libgcrypt, as a JCE cipher, padded as in PKCS #5 (and #7). Blocks
 * go out as they are full; when decrypting, the last one so far is held, as it may be the padded
 * one. After the end of the data the same IV starts again, as JCE has it.
 *
 * <p>Nothing at all is no ciphertext: padding makes it a block at least. Decrypting nothing is an
 * IllegalBlockSizeException, where SunJCE gives out nothing; Wycheproof expects the exception.
 */
final class CbcCipher extends BlockIvCipher {

  private final byte[] held = new byte[BLOCK_BYTES];
  private int heldBytes;

  /** The ciphertext block before the next one. Kept while decrypting. */
  private final byte[] previous = new byte[BLOCK_BYTES];

  CbcCipher() {
    super(AesMode.CBC);
  }

  @Override
  void begin(byte[] key) {
    handle().start(key, /* seals= */ false, iv());
    holdNothing();
  }

  private void restart() {
    handle().restart(iv());
    holdNothing();
  }

  private void holdNothing() {
    System.arraycopy(iv(), 0, previous, 0, BLOCK_BYTES);
    Arrays.fill(held, (byte) 0);
    heldBytes = 0;
  }

  @Override
  int updateBytes(int inputBytes) {
    int total = Math.addExact(heldBytes, inputBytes);
    return total - held(total);
  }

  /** Count of the bytes that are held back out of {@code total}. */
  private int held(int total) {
    int rest = total % BLOCK_BYTES;
    return rest == 0 && total > 0 && !isEncrypting() ? BLOCK_BYTES : rest;
  }

  @Override
  int finalBytes(int inputBytes) {
    int total = Math.addExact(heldBytes, inputBytes);
    return isEncrypting() ? Math.addExact(total, BLOCK_BYTES - total % BLOCK_BYTES) : total;
  }

  @Override
  boolean isByBlock() {
    return true;
  }

  @Override
  boolean lagsBehind() {
    return heldBytes > 0;
  }

  @Override
  int update(Region input, Region output) {
    int toWrite = updateBytes(input.length());
    int read = 0;
    int written = 0;
    if (toWrite > 0 && heldBytes > 0) {
      read = hold(input, 0, BLOCK_BYTES - heldBytes);
      process(Region.of(held), output);
      written = BLOCK_BYTES;
      heldBytes = 0;
    }
    int blocks = toWrite - written;
    if (blocks > 0) {
      process(input.slice(read, blocks), output.slice(written, blocks));
      read += blocks;
    }
    hold(input, read, input.length() - read);
    return toWrite;
  }

  private int hold(Region input, int from, int count) {
    input.get(from, held, heldBytes, count);
    heldBytes += count;
    return count;
  }

  private void process(Region blocks, Region output) {
    if (isEncrypting()) {
      handle().encrypt(blocks, output);
    } else {
      // Read before it may be overwritten, in place.
      blocks.get(blocks.length() - BLOCK_BYTES, previous, 0, BLOCK_BYTES);
      handle().decrypt(blocks, output);
    }
  }

  @Override
  int finish(Region input, Region output)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    return isEncrypting() ? pad(input, output) : unpad(input, output);
  }

  private int pad(Region input, Region output) throws ShortBufferException {
    int total = finalBytes(input.length());
    require(output, total);
    int written = update(input, output);
    Arrays.fill(held, heldBytes, BLOCK_BYTES, (byte) (BLOCK_BYTES - heldBytes));
    handle().encrypt(Region.of(held), output.slice(written, BLOCK_BYTES));
    restart();
    return total;
  }

  /**
   * Looks at the last block first: it tells how long the plaintext is, so that nothing is changed
   * or written where there is no room for it, or where it is none.
   */
  private int unpad(Region input, Region output)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    int total = Math.addExact(heldBytes, input.length());
    if (total == 0 || total % BLOCK_BYTES != 0) {
      restart();
      throw new IllegalBlockSizeException(
          "padded ciphertext is of whole blocks of 16 bytes, at least one; this has " + total);
    }
    byte[] last = lastBlock(input, total);
    try {
      int padding = padding(last);
      if (padding == 0) {
        restart();
        throw new BadPaddingException("the last block is not padded, or the key is another one");
      }
      require(output, total - padding);
      int written = update(input, output);
      output.put(written, last, 0, BLOCK_BYTES - padding);
      restart();
      return total - padding;
    } finally {
      Arrays.fill(last, (byte) 0);
    }
  }

  /** The plaintext of the last block; leaves the state where it was. */
  private byte[] lastBlock(Region input, int total) {
    byte[] block = ciphertext(input, total - BLOCK_BYTES);
    byte[] before = total == BLOCK_BYTES ? previous : ciphertext(input, total - 2 * BLOCK_BYTES);
    handle().peek(before, block, previous);
    return block;
  }

  /** A block of what is held and what is new, together. */
  private byte[] ciphertext(Region input, int from) {
    byte[] block = new byte[BLOCK_BYTES];
    int ofHeld = Math.max(0, Math.min(BLOCK_BYTES, heldBytes - from));
    System.arraycopy(held, Math.min(from, BLOCK_BYTES), block, 0, ofHeld);
    input.get(from + ofHeld - heldBytes, block, ofHeld, BLOCK_BYTES - ofHeld);
    return block;
  }

  /** Length of the padding, 0 if it is wrong; in a time that does not depend on what is wrong. */
  private static int padding(byte[] block) {
    int length = block[BLOCK_BYTES - 1] & 0xff;
    // Negative where the length is out of bounds.
    int wrong = (length - 1) | (BLOCK_BYTES - length);
    for (int i = 0; i < BLOCK_BYTES; i++) {
      int isPadding = (BLOCK_BYTES - 1 - i - length) >> 31;
      int differs = (block[i] & 0xff) ^ length;
      wrong |= isPadding & -differs;
    }
    return length & ~(wrong >> 31);
  }
}
