package dev.rosa.identity;

import dev.rosa.signature.SignatureVerifier;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;

/**
 * Reader of the certificates of a domain, which checks them and the identity in them (PROTOCOL §6).
 * The identity is a URI subject alternative name {@code rosa://DOMAIN/ROLE/NAME}, a router's node
 * id a second one {@code urn:rosa:node:N}. The domain's authority carries {@code
 * urn:rosa:domain:N}.
 */
public final class PeerCertificates {

  static final String NODE_PREFIX = "urn:rosa:node:";
  static final String DOMAIN_PREFIX = "urn:rosa:domain:";
  private static final String IDENTITY_PREFIX = "rosa://";
  private static final int SAN_URI = 6;
  private static final int DIGITAL_SIGNATURE = 0;

  private PeerCertificates() {}

  /**
   * Reads a certificate.
   *
   * @param encoded X.509 in DER, and nothing else
   * @throws IdentityException if it is none
   */
  public static X509Certificate parsed(byte[] encoded) throws IdentityException {
    try {
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(encoded));
      // The factory also takes PEM, and leaves unread what follows.
      if (!Arrays.equals(encoded, certificate.getEncoded())) {
        throw new IdentityException("the certificate is not in DER, or more bytes follow it");
      }
      return certificate;
    } catch (CertificateException e) {
      throw new IdentityException("there is no readable X.509 certificate", e);
    }
  }

  /**
   * Identity in a certificate. The issuer is not checked here.
   *
   * @throws IdentityException if it does not carry exactly one well-formed identity
   */
  public static RosaId idOf(X509Certificate certificate) throws IdentityException {
    List<String> identities = urisOf(certificate, IDENTITY_PREFIX);
    if (identities.size() != 1) {
      throw new IdentityException(
          "certificate "
              + subjectOf(certificate)
              + " carries "
              + identities.size()
              + " identities, expected one URI rosa://DOMAIN/ROLE/NAME");
    }
    try {
      return RosaId.parse(identities.get(0));
    } catch (IllegalArgumentException e) {
      throw new IdentityException("certificate " + subjectOf(certificate) + ": " + e.getMessage());
    }
  }

  /**
   * A router's node id, unsigned; 0 if the certificate has none.
   *
   * @throws IdentityException if there are several, or it is not a number from 1 to 4294967295
   */
  public static int nodeIdOf(X509Certificate certificate) throws IdentityException {
    List<String> nodes = urisOf(certificate, NODE_PREFIX);
    if (nodes.isEmpty()) {
      return 0;
    }
    int node = numberOf(certificate, NODE_PREFIX);
    if (node == 0) {
      throw new IdentityException("certificate " + subjectOf(certificate) + " has node id 0");
    }
    return node;
  }

  /**
   * Checks that the domain's authority issued the certificate, that it is valid now and is of the
   * authority's domain.
   *
   * @throws IdentityException saying which of these does not hold
   */
  public static void checkIssuedByDomain(
      X509Certificate certificate, X509Certificate authority, InstantSource clock)
      throws IdentityException {
    checkIssuedByDomain(certificate, authority, clock, SignatureVerifier.builtIn());
  }

  /** The same with another check of the authority's signature. */
  static void checkIssuedByDomain(
      X509Certificate certificate,
      X509Certificate authority,
      InstantSource clock,
      SignatureVerifier signatures)
      throws IdentityException {
    RosaId id = idOf(certificate);
    checkSignedBy(certificate, authority, id, signatures);
    checkValid(certificate, id, authority, clock);
    checkUsage(certificate, id);
    if (id.domain() != domainOf(authority)) {
      throw new IdentityException(
          id
              + " is not of domain "
              + Integer.toUnsignedString(domainOf(authority))
              + ", which its issuer serves");
    }
    if ((id.role() == Role.ROUTER) != (nodeIdOf(certificate) != 0)) {
      throw new IdentityException(
          id + ": a router's certificate has a node id, and no other has one");
    }
  }

  /** The domain that an authority serves, unsigned. */
  static int domainOf(X509Certificate authority) throws IdentityException {
    return numberOf(authority, DOMAIN_PREFIX);
  }

  private static void checkSignedBy(
      X509Certificate certificate,
      X509Certificate authority,
      RosaId id,
      SignatureVerifier signatures)
      throws IdentityException {
    boolean namesFit =
        certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())
            && authority.getBasicConstraints() >= 0;
    if (!namesFit || !signatures.isIssuedBy(certificate, authority.getPublicKey())) {
      throw new IdentityException(
          "the certificate of %s was not issued by this domain's authority (%s)"
              .formatted(id, subjectOf(authority)));
    }
  }

  /** Checks that a member's certificate and that of its authority are valid now. */
  static void checkValid(
      X509Certificate certificate, RosaId id, X509Certificate authority, InstantSource clock)
      throws IdentityException {
    checkValidAt(certificate, id.toString(), clock.instant());
    checkValidAt(authority, "the domain's authority", clock.instant());
  }

  private static void checkValidAt(X509Certificate certificate, String whose, Instant now)
      throws IdentityException {
    try {
      certificate.checkValidity(Date.from(now));
    } catch (CertificateExpiredException e) {
      throw new IdentityException(
          "the certificate of " + whose + " expired at " + certificate.getNotAfter().toInstant(),
          e);
    } catch (CertificateNotYetValidException e) {
      throw new IdentityException(
          "the certificate of "
              + whose
              + " is not valid before "
              + certificate.getNotBefore().toInstant(),
          e);
    }
  }

  private static void checkUsage(X509Certificate certificate, RosaId id) throws IdentityException {
    boolean[] usage = certificate.getKeyUsage();
    boolean signs = usage != null && usage[DIGITAL_SIGNATURE];
    if (!signs
        || certificate.getBasicConstraints() >= 0
        || certificate.hasUnsupportedCriticalExtension()) {
      throw new IdentityException(
          "the certificate of " + id + " is not one of a node or user, expected digitalSignature");
    }
  }

  private static int numberOf(X509Certificate certificate, String prefix) throws IdentityException {
    List<String> uris = urisOf(certificate, prefix);
    if (uris.size() != 1) {
      throw new IdentityException(
          "certificate " + subjectOf(certificate) + " has no single " + prefix + "NUMBER");
    }
    try {
      return Integer.parseUnsignedInt(uris.get(0).substring(prefix.length()));
    } catch (NumberFormatException e) {
      throw new IdentityException(
          "certificate " + subjectOf(certificate) + ": '" + uris.get(0) + "' has no valid number");
    }
  }

  private static List<String> urisOf(X509Certificate certificate, String prefix)
      throws IdentityException {
    try {
      List<String> uris = new ArrayList<>();
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      for (List<?> name : names == null ? List.<List<?>>of() : names) {
        if (name.get(0).equals(SAN_URI) && name.get(1).toString().startsWith(prefix)) {
          uris.add(name.get(1).toString());
        }
      }
      return uris;
    } catch (CertificateParsingException e) {
      throw new IdentityException(
          "certificate " + subjectOf(certificate) + " has unreadable names", e);
    }
  }

  /** Name of a certificate's owner for a person: its identity, or its subject if it has none. */
  static String ownerOf(X509Certificate certificate) {
    try {
      return idOf(certificate).toString();
    } catch (IdentityException e) {
      return subjectOf(certificate);
    }
  }

  private static String subjectOf(X509Certificate certificate) {
    // A peer chose it: it must not be able to begin a line of its own in a log.
    return certificate
        .getSubjectX500Principal()
        .getName()
        .replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
