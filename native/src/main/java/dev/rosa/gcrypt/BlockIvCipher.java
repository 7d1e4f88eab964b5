package dev.rosa.gcrypt;

import java.security.InvalidAlgorithmParameterException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** Base class of the AES ciphers on libgcrypt whose IV is one block, CBC and CTR. */
abstract class BlockIvCipher extends GcryptCipher {

  BlockIvCipher(AesMode mode) {
    super(mode, 0);
  }

  @Override
  final byte[] ivOf(AlgorithmParameterSpec spec) throws InvalidAlgorithmParameterException {
    if (!(spec instanceof IvParameterSpec given)) {
      throw new InvalidAlgorithmParameterException("an IvParameterSpec is needed");
    }
    byte[] bytes = given.getIV();
    if (bytes.length != BLOCK_BYTES) {
      throw new InvalidAlgorithmParameterException(
          "Wrong IV length: must be %d bytes long".formatted(BLOCK_BYTES));
    }
    return bytes;
  }

  @Override
  final byte[] freshIv(SecureRandom random) {
    byte[] bytes = new byte[BLOCK_BYTES];
    (random == null ? new SecureRandom() : random).nextBytes(bytes);
    return bytes;
  }

  @Override
  final AlgorithmParameterSpec specOf(byte[] currentIv) {
    return new IvParameterSpec(currentIv);
  }
}
