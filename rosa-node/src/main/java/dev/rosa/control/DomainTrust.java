package dev.rosa.control;

import dev.rosa.identity.IdentityException;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import dev.rosa.serving.PeerText;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS trust manager that accepts the certificates of one domain, and of a server only those of the
 * role that is called. Host names are not checked: the certificate identifies the peer, not its
 * address. Thread-safe.
 */
final class DomainTrust extends X509ExtendedTrustManager {

  private static final Logger LOG = LoggerFactory.getLogger(DomainTrust.class);

  /** Most characters of a peer's names in one line. */
  private static final int MOST_LOGGED = 300;

  private static final int LOG_LINES_PER_MINUTE = 30;
  private static final String ALL = "all";

  private final MinuteRates<String> logLines = new MinuteRates<>();
  private final X509Certificate authority;
  private final Optional<Role> expectedServer;
  private final InstantSource clock;

  private DomainTrust(
      X509Certificate authority, Optional<Role> expectedServer, InstantSource clock) {
    this.authority = authority;
    this.expectedServer = expectedServer;
    this.clock = clock;
  }

  /** For a server: any member of the domain may connect; what they may do is asked per call. */
  static DomainTrust inClients(X509Certificate authority, InstantSource clock) {
    return new DomainTrust(authority, Optional.empty(), clock);
  }

  /** For a client: only a server of that role. */
  static DomainTrust inServer(X509Certificate authority, Role expected, InstantSource clock) {
    return new DomainTrust(authority, Optional.of(expected), clock);
  }

  private void checkClient(X509Certificate[] chain) throws CertificateException {
    if (expectedServer.isPresent()) {
      throw new CertificateException("this end accepts no clients");
    }
    try {
      check(chain);
    } catch (CertificateException e) {
      report(e.getMessage());
      throw e;
    }
  }

  /** Bounded, because any host that reaches the port can bring it about. */
  private void report(String reason) {
    OptionalLong leftOut = logLines.take(ALL, LOG_LINES_PER_MINUTE, clock.instant());
    if (leftOut.isPresent()) {
      String bounded = reason.substring(0, Math.min(reason.length(), MOST_LOGGED));
      LOG.warn(
          "refused connection {} not-logged={}", PeerText.reason(bounded), leftOut.getAsLong());
    }
  }

  private void checkServer(X509Certificate[] chain) throws CertificateException {
    RosaId server = check(chain);
    if (expectedServer.isEmpty() || server.role() != expectedServer.get()) {
      throw new CertificateException(
          "the server is "
              + server
              + ", expected one of role "
              + expectedServer.map(Role::uriName).orElse("none"));
    }
  }

  private RosaId check(X509Certificate[] chain) throws CertificateException {
    try {
      PeerCertificates.checkIssuedByDomain(chain[0], authority, clock);
      return PeerCertificates.idOf(chain[0]);
    } catch (IdentityException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkClient(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkClient(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    checkClient(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkServer(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkServer(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    checkServer(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[] {authority};
  }
}
