package dev.rosa.control;

import dev.rosa.control.bounds.BoundedTls;
import dev.rosa.control.bounds.BoundedTlsEngine;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;

/**
 * TLS 1.3 of a page for browsers, whose certificate any authority may have issued. A client may
 * show a certificate of the domain, and need not. Stateless.
 */
public final class PageTls {

  private PageTls() {}

  /**
   * TLS of a server.
   *
   * @param certificate file with its certificate and those of its issuers, X.509 PEM
   * @param key file with its private key, PKCS#8 PEM; its mode is not looked at
   * @param authority of the domain whose members may show their certificates; empty: clients show
   *     none
   * @throws IOException in one line with the file that cannot be used
   */
  public static SslContext server(
      Path certificate, Path key, Optional<X509Certificate> authority, InstantSource clock)
      throws IOException {
    ControlTls.boundHandshakes();
    SslContextBuilder builder = builder(certificate, key);
    if (authority.isPresent()) {
      builder
          .trustManager(DomainTrust.inClients(authority.get(), clock))
          .clientAuth(ClientAuth.OPTIONAL);
    }
    return builder
        .sslProvider(SslProvider.JDK)
        .sslContextProvider(new BoundedTls(BoundedTlsEngine.Bounds.OF_CLIENTS))
        .protocols(ControlTls.ONLY_VERSION)
        .build();
  }

  private static SslContextBuilder builder(Path certificate, Path key) throws IOException {
    try {
      return SslContextBuilder.forServer(certificate.toFile(), key.toFile());
    } catch (IllegalArgumentException e) {
      // The cause could quote key bytes.
      throw new IOException(
          "%s and %s: not a certificate and its key, expected X.509 PEM and PKCS#8 PEM"
              .formatted(certificate, key));
    }
  }
}
