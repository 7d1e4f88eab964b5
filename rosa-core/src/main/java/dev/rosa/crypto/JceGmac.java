package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.RosaHeader;
import dev.rosa.wire.Suite;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GMAC as GCM over an empty plaintext, on a JCE provider, one packet after the other;
 * additional data are the header and the payload, without the nonce between them (PROTOCOL §3).
 * Owned by one thread.
 */
final class JceGmac implements PacketMac {

  private final JceService service;
  private final Cipher cipher;
  private final HeapView view = new HeapView();
  private final byte[] nonce = new byte[Suite.AES256_GMAC.nonceBytes()];
  private final byte[] tag;

  JceGmac(JceService service, Suite suite) throws GeneralSecurityException {
    this.service = service;
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
      ActivePacket packet = batch.packet(i);
      try {
        start(Cipher.ENCRYPT_MODE, packet, batch.macKey(i));
        cipher.doFinal(tag, 0);
      } catch (GeneralSecurityException e) {
        throw failed(e);
      }
      packet.memory().put(packet.tagOffset(), tag);
    }
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      ActivePacket packet = batch.packet(i);
      batch.setAuthentic(i, isAuthentic(packet, batch.macKey(i)));
    }
  }

  private boolean isAuthentic(ActivePacket packet, PreparedKey key) {
    try {
      start(Cipher.DECRYPT_MODE, packet, key);
      packet.memory().get(packet.tagOffset(), tag);
      cipher.doFinal(tag, 0, tag.length);
      return true;
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  private void start(int mode, ActivePacket packet, PreparedKey key)
      throws GeneralSecurityException {
    packet.memory().get(packet.nonceOffset(), nonce);
    int span = packet.tagOffset() - packet.headerOffset();
    view.of(packet.memory(), packet.headerOffset(), span);
    cipher.init(
        mode, JceCipherKey.secretOf(key), new GCMParameterSpec(tag.length * Byte.SIZE, nonce));
    cipher.updateAAD(view.array(), view.offset(), RosaHeader.BYTES);
    int payload = view.offset() + packet.payloadOffset() - packet.headerOffset();
    cipher.updateAAD(view.array(), payload, packet.payloadLength());
  }

  private IllegalStateException failed(GeneralSecurityException e) {
    return new IllegalStateException(service.algorithm() + " failed on a packet", e);
  }
}
