package dev.rosa.identity;

import dev.rosa.config.BoundedFile;
import dev.rosa.config.PrivateFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * Reader and encoder of private keys and certificates as PEM (RFC 7468). A failure to read is one
 * line with the file.
 */
final class PemFile {

  private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String KEY_END = "-----END PRIVATE KEY-----";
  private static final int MAX_BYTES = 64 * 1024;

  private PemFile() {}

  /** A key in PKCS#8; the caller wipes the bytes. */
  static byte[] text(PrivateKey key) {
    byte[] encoded = key.getEncoded();
    try {
      return pem("PRIVATE KEY", encoded);
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  /** A certificate. */
  static byte[] text(X509Certificate certificate) throws IdentityException {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IdentityException("the certificate cannot be encoded", e);
    }
  }

  /** Reads an EC key in PKCS#8, refusing a file that others than its owner can read. */
  static PrivateKey readKey(Path file) throws IdentityException {
    String text = read(file, "private key");
    requireOwnerOnly(file);
    int begin = text.indexOf(KEY_BEGIN);
    int end = text.indexOf(KEY_END);
    if (begin < 0 || end < begin) {
      throw new IdentityException(file + ": not a private key, expected PKCS#8 PEM");
    }
    try {
      String body = text.substring(begin + KEY_BEGIN.length(), end);
      byte[] encoded = Base64.getMimeDecoder().decode(body);
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // The cause could quote key bytes.
      throw new IdentityException(file + ": not a private key, expected an EC key in PKCS#8 PEM");
    }
  }

  static X509Certificate readCertificate(Path file) throws IdentityException {
    byte[] bytes = read(file, "certificate").getBytes(StandardCharsets.ISO_8859_1);
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (CertificateException e) {
      throw new IdentityException(file + ": not a certificate, expected X.509 PEM", e);
    }
  }

  private static String read(Path file, String what) throws IdentityException {
    try {
      byte[] bytes =
          BoundedFile.read(file, MAX_BYTES)
              .orElseThrow(() -> new IdentityException(file + ": too large for a " + what));
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IdentityException(file + ": no such " + what + " file", e);
    } catch (AccessDeniedException e) {
      throw new IdentityException(file + ": the " + what + " file may not be read", e);
    } catch (IOException e) {
      throw new IdentityException(
          file + ": the " + what + " file cannot be read: " + e.getMessage(), e);
    }
  }

  private static void requireOwnerOnly(Path file) throws IdentityException {
    try {
      PrivateFile.requireOwnerOnly(file, "this private key");
    } catch (IOException e) {
      throw new IdentityException(e.getMessage(), e);
    }
  }

  private static byte[] pem(String type, byte[] encoded) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    String text =
        "-----BEGIN "
            + type
            + "-----\n"
            + lines.encodeToString(encoded)
            + "\n-----END "
            + type
            + "-----\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
