package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.wire.active.RosaHeader;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measured work of {@code Cipher.doFinal} for each packet with AES-GCM, under the packet's own
 * nonce. It checks the tag over header and payload and decrypts the payload. Owned by one thread.
 */
final class JceGcmWork implements PacketWork {

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;

  private final Cipher cipher;
  private final SecretKey key;
  private final int sealedBytes;
  private final byte[] packets;
  private final byte[] nonce = new byte[NONCE_BYTES];
  private final byte[] out;
  private int next;

  /**
   * Seals its packets by the reference; a provider that opens none of them is found by its first
   * {@link #run}.
   *
   * @param bytes header and payload
   */
  JceGcmWork(JceAccess access, int bytes) throws GeneralSecurityException {
    sealedBytes = bytes + TAG_BYTES;
    out = new byte[sealedBytes];
    packets = Material.bytes(PACKETS * sealedBytes);
    sealAll(JceAccess.reference(), bytes);
    cipher = access.cipher(Operation.AES_GCM);
    key = access.aesKey(Material.AES256_KEY_BYTES);
  }

  private void sealAll(JceAccess reference, int bytes) throws GeneralSecurityException {
    Cipher sealing = reference.cipher(Operation.AES_GCM);
    SecretKey sealingKey = reference.aesKey(Material.AES256_KEY_BYTES);
    for (int i = 0; i < PACKETS; i++) {
      int payload = start(sealing, Cipher.ENCRYPT_MODE, sealingKey, i);
      byte[] sealed = sealing.doFinal(packets, payload, bytes - RosaHeader.BYTES);
      System.arraycopy(sealed, 0, packets, payload, sealed.length);
    }
  }

  /** Returns where the payload begins. */
  private int start(Cipher cipher, int mode, SecretKey key, int index)
      throws GeneralSecurityException {
    int header = index * sealedBytes;
    nonce[0] = (byte) index;
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(packets, header, RosaHeader.BYTES);
    return header + RosaHeader.BYTES;
  }

  @Override
  public void run(Blackhole hole) throws GeneralSecurityException {
    int payload = start(cipher, Cipher.DECRYPT_MODE, key, next);
    cipher.doFinal(packets, payload, sealedBytes - RosaHeader.BYTES, out, 0);
    next = (next + 1) % PACKETS;
    hole.consume(out);
  }
}
