package dev.rosa.bench.authorization;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Temporary certificate authority for {@link StepCaServer}: a root, and the intermediate key that
 * signs, both EC P-256.
 */
final class BenchAuthority {

  private static final Duration VALIDITY = Duration.ofDays(1);

  private final X509Certificate root;
  private final X509Certificate intermediate;
  private final PrivateKey key;

  BenchAuthority() throws GeneralSecurityException {
    KeyPair rootKey = newKeyPair();
    KeyPair own = newKeyPair();
    root = issued("CN=bench root", rootKey, "CN=bench root", rootKey, 1);
    intermediate = issued("CN=bench root", rootKey, "CN=bench intermediate", own, 0);
    key = own.getPrivate();
  }

  static KeyPair newKeyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509Certificate issued(
      String issuer, KeyPair issuerKey, String subject, KeyPair own, int pathLength)
      throws GeneralSecurityException {
    Instant from = Instant.now().minus(VALIDITY);
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Principal(issuer),
            BigInteger.valueOf(2L + pathLength),
            Date.from(from),
            Date.from(from.plus(VALIDITY.multipliedBy(2))),
            new X500Principal(subject),
            own.getPublic());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(pathLength));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey.getPrivate())));
    } catch (CertIOException | OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  X509Certificate root() {
    return root;
  }

  /** Writes {@code root.crt}, {@code intermediate.crt} and its key, as PEM. */
  void writeTo(Path folder) throws IOException, GeneralSecurityException {
    Files.writeString(folder.resolve("root.crt"), pem("CERTIFICATE", root.getEncoded()));
    Files.writeString(
        folder.resolve("intermediate.crt"), pem("CERTIFICATE", intermediate.getEncoded()));
    Files.writeString(folder.resolve("intermediate.key"), pem("PRIVATE KEY", key.getEncoded()));
  }

  static String pem(String type, byte[] der) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, lines.encodeToString(der), type);
  }
}
