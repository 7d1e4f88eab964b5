package dev.rosa.identity;

import dev.rosa.config.BoundedLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Enrolment of a member of a domain: the certificate that the authority issued. Immutable.
 *
 * @param id the member's identity
 * @param certificate checked: the authority issued it for that identity
 */
public record Enrolment(RosaId id, X509Certificate certificate) {

  private static final int MOST_LINES = 1_000_000;

  /** A certificate has some 800 characters. */
  private static final int LONGEST_LINE = 128 << 10;

  private static final String PEM = "-----BEGIN CERTIFICATE-----";

  /**
   * The enrolment by a certificate.
   *
   * @param encoded X.509 in DER
   * @param authority certificate of the domain's authority
   * @throws IdentityException if that authority has not issued it
   */
  public static Enrolment of(byte[] encoded, X509Certificate authority) throws IdentityException {
    return of(PeerCertificates.parsed(encoded), authority);
  }

  private static Enrolment of(X509Certificate certificate, X509Certificate authority)
      throws IdentityException {
    // It may have ended since.
    PeerCertificates.checkIssuedByDomain(
        certificate, authority, () -> certificate.getNotBefore().toInstant());
    return new Enrolment(PeerCertificates.idOf(certificate), certificate);
  }

  /**
   * Enrolments in a file.
   *
   * @param enrolments in the file's order
   * @param without lines of a ledger that have no certificate, as earlier versions wrote them
   */
  public record OfFile(List<Enrolment> enrolments, int without) {}

  /**
   * Reads an authority's ledger, or a certificate as PEM.
   *
   * @throws IdentityException naming file and line of what the authority has not issued
   */
  public static OfFile read(Path file, X509Certificate authority) throws IdentityException {
    try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      BoundedLines lines = new BoundedLines(text, LONGEST_LINE);
      String first = lines.next();
      return first != null && first.startsWith(PEM)
          ? new OfFile(List.of(ofPem(file, authority)), 0)
          : ofLedger(file, first, lines, authority);
    } catch (NoSuchFileException e) {
      throw new IdentityException(file + ": no such file, expected a ledger or a certificate", e);
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be read: " + DomainDisk.reason(e), e);
    }
  }

  private static OfFile ofLedger(
      Path file, String first, BoundedLines lines, X509Certificate authority)
      throws IOException, IdentityException {
    List<Enrolment> enrolments = new ArrayList<>();
    int without = 0;
    // The last line may be on its way.
    for (String line = first; line != null && lines.isWhole(); line = lines.next()) {
      if (lines.number() > MOST_LINES) {
        throw new IdentityException(file + ": too large for a ledger of certificates");
      }
      IssuanceLedger.Entry entry = IssuanceLedger.parse(file, lines.number(), line.stripTrailing());
      if (entry.certificate().isEmpty()) {
        without++;
      } else {
        enrolments.add(ofLine(file + ":" + lines.number(), entry, authority));
      }
    }
    return new OfFile(List.copyOf(enrolments), without);
  }

  private static Enrolment ofPem(Path file, X509Certificate authority) throws IdentityException {
    try {
      return of(PemFile.readCertificate(file), authority);
    } catch (IdentityException e) {
      throw at(file.toString(), e);
    }
  }

  private static Enrolment ofLine(
      String place, IssuanceLedger.Entry entry, X509Certificate authority)
      throws IdentityException {
    try {
      Enrolment enrolment = of(Base64.getDecoder().decode(entry.certificate()), authority);
      if (!enrolment.id.equals(entry.id())) {
        throw new IdentityException(
            "the line is of %s, its certificate of %s".formatted(entry.id(), enrolment.id));
      }
      return enrolment;
    } catch (IllegalArgumentException e) {
      throw new IdentityException(place + ": the certificate is no Base64", e);
    } catch (IdentityException e) {
      throw at(place, e);
    }
  }

  private static IdentityException at(String place, IdentityException failure) {
    String text = failure.getMessage();
    return new IdentityException(text.startsWith(place) ? text : place + ": " + text, failure);
  }

  /** The certificate in DER. */
  public byte[] encoded() {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read has an encoding", e);
    }
  }

  /**
   * The bytes that the authority signed: a certificate without its signature, which others can
   * change into another one that holds.
   */
  public byte[] signed() {
    try {
      return certificate.getTBSCertificate();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read has an encoding", e);
    }
  }

  /**
   * The same in a certificate that was not checked.
   *
   * @param encoded X.509 in DER
   * @throws IdentityException if it is none
   */
  public static byte[] signedIn(byte[] encoded) throws IdentityException {
    try {
      return PeerCertificates.parsed(encoded).getTBSCertificate();
    } catch (CertificateEncodingException e) {
      throw new IdentityException("the certificate has no signed part", e);
    }
  }

  /**
   * A router's node id, unsigned; 0 for all others.
   *
   * @throws IdentityException if the certificate was not checked
   */
  public int node() throws IdentityException {
    return PeerCertificates.nodeIdOf(certificate);
  }
}
