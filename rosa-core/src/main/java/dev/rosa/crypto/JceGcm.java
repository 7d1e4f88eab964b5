package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM engine on a JCE provider, one packet after the other (PROTOCOL §3). JCE knows no check
 * without decryption, so checking opens; and it reports a bad tag by an exception, which is paid
 * here, per forged packet. Owned by one thread.
 */
final class JceGcm implements PacketAead {

  private final JceService service;
  private final Suite suite;
  private final Cipher cipher;
  private final HeapView view = new HeapView();
  private final byte[] nonce = new byte[Suite.AES256_GCM.nonceBytes()];
  private byte[] output = new byte[0];

  JceGcm(JceService service, Suite suite) throws GeneralSecurityException {
    this.service = service;
    this.suite = suite;
    this.cipher = service.newCipher();
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return JceCipherKey.of(service, key);
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      boolean authentic = decrypt(batch, i);
      batch.setAuthentic(i, authentic);
      if (authentic && batch.isToOpen(i)) {
        putPlaintext(batch, i);
      }
    }
  }

  private void putPlaintext(CryptoBatch batch, int index) {
    batch.requireRoom(index);
    batch.plaintext().put(batch.plaintextOffset(index), output, 0, batch.payloadLength(index));
    batch.setOpened(index);
  }

  @Override
  public void open(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (!batch.isToOpen(i)) {
        continue;
      }
      if (!decrypt(batch, i)) {
        throw new IllegalStateException("a packet that was not verified was to be opened");
      }
      putPlaintext(batch, i);
    }
  }

  /** Leaves the plaintext in {@link #output} if the tag is right. */
  private boolean decrypt(CryptoBatch batch, int index) {
    try {
      run(Cipher.DECRYPT_MODE, batch, index, batch.sealedLength(index));
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(service.algorithm() + " failed on a packet", e);
    }
  }

  @Override
  public void seal(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int sealedBytes = batch.sealedLength(i);
      try {
        run(Cipher.ENCRYPT_MODE, batch, i, batch.payloadLength(i));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(service.algorithm() + " failed on a packet", e);
      }
      batch.memory(i).put(batch.payloadOffset(i), output, 0, sealedBytes);
    }
  }

  private void run(int mode, CryptoBatch batch, int index, int inputBytes)
      throws GeneralSecurityException {
    batch.requireLengths(index, suite);
    SecretKey secret = JceCipherKey.secretOf(batch.cipherKey(index));
    ByteBuffer memory = batch.memory(index);
    memory.get(batch.nonceOffset(index), nonce);
    int tagBytes = suite.tagBytes();
    if (output.length < inputBytes + tagBytes) {
      output = new byte[inputBytes + tagBytes];
    }
    cipher.init(mode, secret, new GCMParameterSpec(tagBytes * Byte.SIZE, nonce));
    int associatedBytes = batch.associatedLength(index);
    view.of(memory, batch.associatedOffset(index), associatedBytes);
    cipher.updateAAD(view.array(), view.offset(), associatedBytes);
    view.of(memory, batch.payloadOffset(index), inputBytes);
    cipher.doFinal(view.array(), view.offset(), inputBytes, output, 0);
  }
}
