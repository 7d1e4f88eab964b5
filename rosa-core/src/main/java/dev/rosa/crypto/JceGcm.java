package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.RosaHeader;
import dev.rosa.wire.Suite;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM on a JCE provider, one packet after the other; additional data are the 80 bytes of header
 * (PROTOCOL §3). JCE knows no check without decryption, so checking opens; and it reports a bad tag
 * by an exception, which is paid here, per forged packet. Owned by one thread.
 */
final class JceGcm implements PacketAead {

  private final JceService service;
  private final Cipher cipher;
  private final HeapView view = new HeapView();
  private final byte[] nonce = new byte[Suite.AES256_GCM.nonceBytes()];
  private final int tagBytes;
  private byte[] output = new byte[0];

  JceGcm(JceService service, Suite suite) throws GeneralSecurityException {
    this.service = service;
    this.cipher = service.newCipher();
    this.tagBytes = suite.tagBytes();
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return JceCipherKey.of(service, key);
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      boolean authentic = decrypt(batch.packet(i), batch.cipherKey(i));
      batch.setAuthentic(i, authentic);
      if (authentic && batch.isToOpen(i)) {
        putPlaintext(batch, i);
      }
    }
  }

  private void putPlaintext(CryptoBatch batch, int index) {
    batch.requireRoom(index);
    batch
        .plaintext()
        .put(batch.plaintextOffset(index), output, 0, batch.packet(index).payloadLength());
    batch.setOpened(index);
  }

  @Override
  public void open(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (!batch.isToOpen(i)) {
        continue;
      }
      if (!decrypt(batch.packet(i), batch.cipherKey(i))) {
        throw new IllegalStateException("a packet that was not verified was to be opened");
      }
      putPlaintext(batch, i);
    }
  }

  /** Leaves the plaintext in {@link #output} if the tag is right. */
  private boolean decrypt(ActivePacket packet, PreparedKey key) {
    try {
      run(Cipher.DECRYPT_MODE, packet, key, packet.payloadLength() + tagBytes);
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
      ActivePacket packet = batch.packet(i);
      int length = packet.payloadLength();
      try {
        run(Cipher.ENCRYPT_MODE, packet, batch.cipherKey(i), length);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(service.algorithm() + " failed on a packet", e);
      }
      ByteBuffer memory = packet.memory();
      memory.put(packet.payloadOffset(), output, 0, length + tagBytes);
    }
  }

  private void run(int mode, ActivePacket packet, PreparedKey key, int inputBytes)
      throws GeneralSecurityException {
    SecretKey secret = JceCipherKey.secretOf(key);
    packet.memory().get(packet.nonceOffset(), nonce);
    int span = packet.payloadOffset() - packet.headerOffset() + inputBytes;
    if (output.length < inputBytes + tagBytes) {
      output = new byte[inputBytes + tagBytes];
    }
    view.of(packet.memory(), packet.headerOffset(), span);
    cipher.init(mode, secret, new GCMParameterSpec(tagBytes * Byte.SIZE, nonce));
    cipher.updateAAD(view.array(), view.offset(), RosaHeader.BYTES);
    int payload = view.offset() + packet.payloadOffset() - packet.headerOffset();
    cipher.doFinal(view.array(), payload, inputBytes, output, 0);
  }
}
