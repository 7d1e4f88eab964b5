package dev.rosa.proxy.login.client;

import dev.rosa.identity.Identity;
import dev.rosa.identity.PemCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS of a client: which servers it trusts, and the certificate that it shows. Stateless. */
final class ClientTls {
  private static final char[] IN_MEMORY = new char[0];

  private ClientTls() {}

  /**
   * Makes the context.
   *
   * @param identity whose certificate is shown to a server that asks for one
   * @param authorities file of certificates that servers are trusted by, X.509 PEM; empty: those of
   *     this machine's Java
   * @throws IOException in one line if the file cannot be used
   */
  static SSLContext context(Optional<Identity> identity, Optional<Path> authorities)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          identity.isPresent() ? keys(identity.get()) : null,
          authorities.isPresent() ? trust(authorities.get()) : null,
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be prepared: " + e.getMessage(), e);
    }
  }

  private static KeyManager[] keys(Identity identity) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    Certificate[] chain = {identity.certificate(), identity.authority()};
    store.setKeyEntry("identity", identity.privateKey(), IN_MEMORY, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, IN_MEMORY);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trust(Path authorities)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    for (Certificate each : PemCertificates.read(authorities)) {
      store.setCertificateEntry("authority-" + store.size(), each);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
