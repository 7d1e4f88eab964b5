package dev.rosa.identity;

import dev.rosa.config.BoundedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;

/** Files of X.509 certificates in PEM, with one or more of them. Stateless. */
public final class PemCertificates {
  private static final int MOST_BYTES = 1 << 20;

  private PemCertificates() {}

  /**
   * Reads all of a file.
   *
   * @throws IOException in one line with the file if it is too large, or has none
   */
  public static Collection<? extends Certificate> read(Path file) throws IOException {
    byte[] pem =
        BoundedFile.read(file, MOST_BYTES)
            .orElseThrow(() -> new IOException(file + ": is too large for certificates"));
    Collection<? extends Certificate> certificates;
    try {
      certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem));
    } catch (CertificateException e) {
      throw new IOException(file + ": not a certificate, expected X.509 PEM", e);
    }
    if (certificates.isEmpty()) {
      throw new IOException(file + ": there is no certificate, expected X.509 PEM");
    }
    return certificates;
  }
}
