package dev.rosa.provider;

import dev.rosa.provider.ProvidersConfig.Named;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JCE provider list of the whole JVM, into which providers with a configured position are inserted.
 * Stateless.
 */
final class JvmProviders {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);

  private static final String JDK_TLS = "SunJSSE";

  private JvmProviders() {}

  /**
   * Puts a provider at its position, and checks that the JVM still speaks TLS. All of the JVM uses
   * that list, and some providers do not work in its first place.
   *
   * @throws ProviderException if it does not
   */
  static void register(Named declared, Provider provider) throws ProviderException {
    int at = Security.insertProviderAt(provider, declared.position());
    if (at < 0) {
      LOG.warn(
          "provider {} is not registered at position {}: the JVM has one of its name already",
          declared.name(),
          declared.position());
      return;
    }
    requireTls(declared, provider);
    LOG.info("provider {} is registered with the JVM at position {}", declared.name(), at);
  }

  private static void requireTls(Named declared, Provider provider) throws ProviderException {
    try {
      tryEngine(SSLContext.getInstance("TLS"));
      // Netty's call, for any order of providers.
      tryEngine(SSLContext.getInstance("TLS", JDK_TLS));
    } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
      Security.removeProvider(provider.getName());
      throw new ProviderException(
          declared.name(),
          "provider %s at position %d takes TLS from the JVM (%s), expected a later position or none"
              .formatted(declared.name(), declared.position(), LoadingError.words(e)),
          e);
    }
  }

  private static void tryEngine(SSLContext context) throws GeneralSecurityException {
    context.init(null, null, null);
    context.createSSLEngine();
  }
}
