package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measured work of {@code Cipher.doFinal} for each packet with AES-CBC or AES-CTR, under the
 * packet's own initialisation vector. Owned by one thread.
 */
final class JceCipherWork implements PacketWork {

  private static final int BLOCK = 16;

  private final Cipher cipher;
  private final SecretKey key;
  private final byte[] packets;
  private final int bytes;
  private final byte[] iv = new byte[BLOCK];
  private final byte[] out;
  private int next;

  JceCipherWork(JceAccess access, Operation operation, int bytes) throws GeneralSecurityException {
    this.bytes = bytes;
    packets = Material.bytes(PACKETS * bytes);
    out = new byte[bytes + BLOCK];
    cipher = access.cipher(operation);
    key = access.aesKey(Material.AES128_KEY_BYTES);
    JceAccess reference = JceAccess.reference();
    byte[] expected =
        once(reference.cipher(operation), reference.aesKey(Material.AES128_KEY_BYTES));
    if (!Arrays.equals(once(cipher, key), expected)) {
      throw new WrongAnswerException(access.name(), operation);
    }
  }

  private byte[] once(Cipher cipher, SecretKey key) throws GeneralSecurityException {
    cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
    return cipher.doFinal(packets, 0, bytes);
  }

  @Override
  public void run(Blackhole hole) throws GeneralSecurityException {
    iv[0] = (byte) next;
    cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
    cipher.doFinal(packets, next * bytes, bytes, out, 0);
    next = (next + 1) % PACKETS;
    hole.consume(out);
  }
}
