package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;

/**
 * AES-CTR engine on a JCE provider, one packet after the other; the first counter block is nonce ‖
 * 00000001 (PROTOCOL §3). Owned by one thread.
 */
final class JceCtrCipher implements PacketCipher {

  private static final int BLOCK = 16;
  private static final int FIRST_COUNTER = 1;

  private final JceService service;
  private final Suite suite;
  private final Cipher cipher;
  private final HeapView view = new HeapView();
  private final byte[] counterBlock = new byte[BLOCK];
  private byte[] output = new byte[0];

  JceCtrCipher(JceService service, Suite suite) throws GeneralSecurityException {
    this.service = service;
    this.suite = suite;
    this.cipher = service.newCipher();
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return JceCipherKey.of(service, key);
  }

  @Override
  public void open(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isToOpen(i)) {
        batch.requireRoom(i);
        apply(batch, i, batch.plaintext(), batch.plaintextOffset(i));
        batch.setOpened(i);
      }
    }
  }

  @Override
  public void seal(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      apply(batch, i, batch.memory(i), batch.payloadOffset(i));
    }
  }

  private void apply(CryptoBatch batch, int index, ByteBuffer target, int targetOffset) {
    batch.requireLengths(index, suite);
    int length = batch.payloadLength(index);
    ByteBuffer memory = batch.memory(index);
    SecretKey secret = JceCipherKey.secretOf(batch.cipherKey(index));
    memory.get(batch.nonceOffset(index), counterBlock, 0, batch.nonceLength(index));
    counterBlock[BLOCK - 1] = FIRST_COUNTER;
    if (output.length < length) {
      output = new byte[length];
    }
    view.of(memory, batch.payloadOffset(index), length);
    try {
      cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(counterBlock));
      cipher.doFinal(view.array(), view.offset(), length, output, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " failed on a payload", e);
    }
    target.put(targetOffset, output, 0, length);
  }
}
