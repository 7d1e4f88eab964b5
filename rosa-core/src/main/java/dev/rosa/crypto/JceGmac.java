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
 * AES-GMAC engine on a JCE provider, one packet after the other: GCM over an empty plaintext
 * (PROTOCOL §3). GCM's additional data are associated data and payload. Owned by one thread.
 */
final class JceGmac implements PacketMac {

  private final JceService service;
  private final Suite suite;
  private final Cipher cipher;
  private final HeapView view = new HeapView();
  private final byte[] nonce = new byte[Suite.AES256_GMAC.nonceBytes()];
  private final byte[] tag;

  JceGmac(JceService service, Suite suite) throws GeneralSecurityException {
    this.service = service;
    this.suite = suite;
    this.cipher = service.newCipher();
    this.tag = new byte[suite.tagBytes()];
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return JceCipherKey.of(service, key);
  }

  @Override
  public void tag(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      try {
        start(Cipher.ENCRYPT_MODE, batch, i);
        cipher.doFinal(tag, 0);
      } catch (GeneralSecurityException e) {
        throw failed(e);
      }
      batch.memory(i).put(batch.tagOffset(i), tag);
    }
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      batch.setAuthentic(i, isAuthentic(batch, i));
    }
  }

  private boolean isAuthentic(CryptoBatch batch, int index) {
    try {
      start(Cipher.DECRYPT_MODE, batch, index);
      batch.memory(index).get(batch.tagOffset(index), tag);
      cipher.doFinal(tag, 0, tag.length);
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  private void start(int mode, CryptoBatch batch, int index) throws GeneralSecurityException {
    batch.requireLengths(index, suite);
    SecretKey secret = JceCipherKey.secretOf(batch.macKey(index));
    batch.memory(index).get(batch.nonceOffset(index), nonce);
    cipher.init(mode, secret, new GCMParameterSpec(tag.length * Byte.SIZE, nonce));
    update(batch.memory(index), batch.associatedOffset(index), batch.associatedLength(index));
    update(batch.memory(index), batch.payloadOffset(index), batch.payloadLength(index));
  }

  private void update(ByteBuffer memory, int offset, int length) {
    view.of(memory, offset, length);
    cipher.updateAAD(view.array(), view.offset(), length);
  }

  private IllegalStateException failed(GeneralSecurityException e) {
    return new IllegalStateException(service.algorithm() + " failed on a packet", e);
  }
}
