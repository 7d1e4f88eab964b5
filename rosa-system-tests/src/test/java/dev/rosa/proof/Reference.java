package dev.rosa.proof;

import dev.rosa.wire.active.Suite;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * PROTOCOL §3 as it is written, on the JDK's own provider and without ROSA's code: the expected
 * result of every engine. Stateless.
 */
final class Reference {

  private static final String PROVIDER = "SunJCE";

  private Reference() {}

  /**
   * The bytes behind the nonce in a sealed packet: payload or ciphertext, and the tag.
   *
   * @param header the 80 bytes of it
   * @param nonce 0 or 12 bytes
   * @param clear the payload
   */
  static byte[] seal(Session session, byte[] header, byte[] nonce, byte[] clear) {
    try {
      return switch (session.suite()) {
        case HMAC_MD5, HMAC_SHA1, HMAC_SHA256 -> concat(clear, mac(session, header, nonce, clear));
        case AES128_CTR_HMAC_MD5, AES128_CTR_HMAC_SHA1, AES128_CTR_HMAC_SHA256 -> {
          byte[] closed = ctr(session, nonce, clear);
          yield concat(closed, mac(session, header, nonce, closed));
        }
        case AES256_GMAC -> concat(clear, gcm(session, nonce, concat(header, clear), new byte[0]));
        case AES256_GCM -> gcm(session, nonce, header, clear);
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] mac(Session session, byte[]... parts) throws GeneralSecurityException {
    String name = hmac(session.suite());
    Mac mac = Mac.getInstance(name, PROVIDER);
    mac.init(new SecretKeySpec(session.key().macKey(), name));
    return Arrays.copyOf(mac.doFinal(concat(parts)), session.suite().tagBytes());
  }

  private static String hmac(Suite suite) {
    return switch (suite) {
      case HMAC_MD5, AES128_CTR_HMAC_MD5 -> "HmacMD5";
      case HMAC_SHA1, AES128_CTR_HMAC_SHA1 -> "HmacSHA1";
      default -> "HmacSHA256";
    };
  }

  private static byte[] ctr(Session session, byte[] nonce, byte[] clear)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding", PROVIDER);
    byte[] firstBlock = concat(nonce, new byte[] {0, 0, 0, 1});
    cipher.init(Cipher.ENCRYPT_MODE, aes(session), new IvParameterSpec(firstBlock));
    return cipher.doFinal(clear);
  }

  private static byte[] gcm(Session session, byte[] nonce, byte[] additional, byte[] clear)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", PROVIDER);
    cipher.init(Cipher.ENCRYPT_MODE, aes(session), new GCMParameterSpec(128, nonce));
    cipher.updateAAD(additional);
    return cipher.doFinal(clear);
  }

  private static SecretKeySpec aes(Session session) {
    return new SecretKeySpec(session.key().cipherKey(), "AES");
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }
}
