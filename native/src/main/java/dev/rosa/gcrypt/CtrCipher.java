package dev.rosa.gcrypt;

import javax.crypto.ShortBufferException;

/**
 * AES in counter mode on libgcrypt, as a JCE cipher: an update holds no byte back. The IV is the
 * first counter block; all its 128 bits count. After the end of the data the same IV starts again,
 * as JCE has it.
 */
final class CtrCipher extends BlockIvCipher {

  private boolean atEnd;

  CtrCipher() {
    super(AesMode.CTR);
  }

  @Override
  void begin(byte[] key) {
    handle().start(key, /* seals= */ false, iv());
    atEnd = false;
  }

  @Override
  int updateBytes(int inputBytes) {
    return inputBytes;
  }

  @Override
  int finalBytes(int inputBytes) {
    return inputBytes;
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
    if (atEnd) {
      handle().restart(iv());
      atEnd = false;
    }
    handle().encrypt(input, output);
    return input.length();
  }

  @Override
  int finish(Region input, Region output) throws ShortBufferException {
    require(output, input.length());
    int written = update(input, output);
    atEnd = true;
    return written;
  }
}
