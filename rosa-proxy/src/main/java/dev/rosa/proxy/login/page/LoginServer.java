package dev.rosa.proxy.login.page;

import dev.rosa.config.HostPort;
import dev.rosa.config.PrivateFile;
import dev.rosa.control.PageTls;
import dev.rosa.proxy.login.LoginChecks;
import dev.rosa.proxy.login.Logins;
import dev.rosa.serving.PortServer;
import dev.rosa.serving.SmallHttpServer;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;

/** HTTPS server of the login page. Owns one thread; {@link #close} ends it. */
final class LoginServer implements PortServer {

  /** A password may wait some seconds for its check. */
  private static final SmallHttpServer.Limits LIMITS =
      new SmallHttpServer.Limits("login page", 512, 16, 8_192, 10, 20);

  private final SmallHttpServer server;

  private LoginServer(SmallHttpServer server) {
    this.server = server;
  }

  /**
   * Certificate of the server, and of those who may show theirs.
   *
   * @param certificate file, X.509 PEM
   * @param key file, PKCS#8 PEM
   * @param authority of the domain; empty: no identity can log in
   */
  record Certificates(Path certificate, Path key, Optional<X509Certificate> authority) {}

  /**
   * Starts to serve.
   *
   * @throws PortInUseException in one line if another socket has the port
   * @throws IOException in one line if the address cannot be had for another reason
   */
  static LoginServer start(
      HostPort listen,
      SslContext tls,
      Optional<X509Certificate> authority,
      LoginChecks checks,
      Logins logins)
      throws IOException {
    return new LoginServer(
        SmallHttpServer.start(
            listen,
            LIMITS,
            Optional.of(tls),
            new LoginAnswers(checks, logins, authority, InstantSource.system())));
  }

  /**
   * TLS with certificates.
   *
   * @throws IOException in one line if a file cannot be used, or others may read the key
   */
  static SslContext tls(Certificates certificates) throws IOException {
    requirePrivate(certificates.key());
    return PageTls.server(
        certificates.certificate(),
        certificates.key(),
        certificates.authority(),
        InstantSource.system());
  }

  /**
   * Looks at the file of a private key, not at what is in it.
   *
   * @throws IOException in one line with the file if there is none, or others may read it
   */
  static void requirePrivate(Path key) throws IOException {
    PrivateFile.requireOwnerOnly(key, "this private key");
  }

  @Override
  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public boolean hasFailed() {
    return server.hasFailed();
  }

  @Override
  public void close() {
    server.close();
  }
}
