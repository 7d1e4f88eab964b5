package dev.rosa.provider;

import dev.rosa.crypto.EngineProvider;
import dev.rosa.crypto.JceEngines;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.JceService;
import dev.rosa.provider.ProvidersConfig.Reset;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.wire.active.Suite;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Factory of the {@link Server}s of a suite, from the providers that {@code providers.xml} names
 * for it. Owned by one thread, as its loader is.
 */
final class Servers {

  private static final String MAC = "Mac";
  private static final String AES = "AES";

  /** Of a provider's many names those that may be what a suite needs. */
  private static final Pattern NAMES_SHOWN = Pattern.compile("(?i)MD5|SHA-?1\\b|SHA-?256\\b");

  private static final int MOST_NAMES = 8;

  private final ProviderLoader loader;

  Servers(ProviderLoader loader) {
    this.loader = loader;
  }

  /**
   * The server of a suite according to an entry. Its known answer is not asked for yet.
   *
   * @throws AbsentProviderException if a provider is not there, or lacks an algorithm
   * @throws ProviderException if a provider is unknown or broken, or cannot be used like that
   */
  Server of(Suite suite, Serve serve) throws ProviderException, AbsentProviderException {
    LoadedProvider main = loader.find(serve.provider());
    if (main.engines() != null) {
      return ofEngines(suite, serve, main);
    }
    if (serve.cipherProvider().isEmpty()) {
      return ofJce(suite, serve, main, main);
    }
    requireMacAndCipher(suite, serve);
    return ofJce(suite, serve, main, jceCipher(suite, serve));
  }

  private LoadedProvider jceCipher(Suite suite, Serve serve)
      throws ProviderException, AbsentProviderException {
    LoadedProvider cipher;
    try {
      cipher = loader.find(serve.cipherProvider());
    } catch (AbsentProviderException e) {
      throw new AbsentProviderException(
          "the provider of its cipher, "
              + serve.cipherProvider()
              + ", is absent: "
              + e.getMessage(),
          e);
    }
    if (cipher.jce() == null) {
      throw refused(serve, suite, cipher.name() + " serves whole suites, not a cipher alone");
    }
    return cipher;
  }

  private static void requireMacAndCipher(Suite suite, Serve serve) throws ProviderException {
    if (JceNames.mac(suite).isEmpty() || JceNames.cipher(suite).isEmpty()) {
      throw refused(serve, suite, "cipher-provider is for suites with a MAC and a cipher");
    }
  }

  private static Server ofEngines(Suite suite, Serve serve, LoadedProvider provider)
      throws ProviderException, AbsentProviderException {
    if (!serve.equals(plain(serve))) {
      throw refused(serve, suite, "it serves whole suites and has no JCE names");
    }
    EngineProvider engines = provider.engines();
    if (!engines.suites().contains(suite)) {
      throw new AbsentProviderException("it does not serve " + suite);
    }
    return new Server(
        suite, provider.name(), provider.description(), () -> engines.engineFor(suite));
  }

  private static Serve plain(Serve serve) {
    return new Serve(serve.provider(), serve.optional(), "", "", "", "", "", Reset.FINAL);
  }

  private static ProviderException refused(Serve serve, Suite suite, String why) {
    return new ProviderException(
        serve.provider(),
        suite,
        "provider %s cannot serve %s like that: %s".formatted(serve.provider(), suite, why),
        null);
  }

  private static Server ofJce(
      Suite suite, Serve serve, LoadedProvider main, LoadedProvider cipherProvider)
      throws ProviderException, AbsentProviderException {
    boolean hasMac = !JceNames.mac(suite).isEmpty();
    if (!hasMac && serve.reset() != Reset.FINAL) {
      throw refused(serve, suite, "reset is for suites with a MAC");
    }
    String macName = macName(main.jce(), orElse(serve.mac(), JceNames.mac(suite)));
    String cipherName = orElse(serve.cipher(), JceNames.cipher(suite));
    String cipherKeys = hasMac ? serve.cipherKeyFactory() : serve.keyFactory();
    JceService mac = service(main.jce(), macName, serve.keyFactory(), serve.reset() == Reset.INIT);
    JceService cipher = service(cipherProvider.jce(), cipherName, cipherKeys, false);
    String description =
        main.name().equals(cipherProvider.name())
            ? main.description()
            : main.description() + ", " + cipherProvider.description();
    Server server =
        new Server(suite, serve.label(), description, () -> JceEngines.create(suite, mac, cipher));
    requireAlgorithms(server, mac, cipher);
    return server;
  }

  private static String orElse(String named, String standard) {
    return named.isEmpty() ? standard : named;
  }

  /**
   * The name that {@code Mac.getInstance} takes. Providers list theirs as {@code Mac.MD5}: an
   * operator who copies that means {@code MD5}.
   */
  private static String macName(Provider provider, String name) {
    boolean copied = name.startsWith(MAC + ".") && provider.getService(MAC, name) == null;
    return copied ? name.substring(MAC.length() + 1) : name;
  }

  /** A provider's own factory wants a key of its own name, which its Mac may not have. */
  private static JceService service(
      Provider provider, String algorithm, String keyFactory, boolean resetByInit) {
    String keyAlgorithm = algorithm.startsWith(AES) ? AES : orElse(keyFactory, algorithm);
    return new JceService(provider, algorithm, keyAlgorithm, keyFactory, resetByInit);
  }

  private static void requireAlgorithms(Server server, JceService mac, JceService cipher)
      throws ProviderException, AbsentProviderException {
    try {
      server.source().newEngine();
    } catch (NoSuchAlgorithmException e) {
      throw new AbsentProviderException(lack(server.suite(), mac, cipher), e);
    } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
      throw new ProviderException(
          server.label(),
          server.suite(),
          "provider %s cannot serve %s: %s"
              .formatted(server.label(), server.suite(), LoadingError.words(e)),
          e);
    }
  }

  private static String lack(Suite suite, JceService mac, JceService cipher) {
    boolean lacksMac =
        suite.macKeyBytes() > 0 && mac.provider().getService(MAC, mac.algorithm()) == null;
    if (lacksMac) {
      return mac.provider().getName() + " has no Mac " + mac.algorithm() + macsOf(mac.provider());
    }
    String lacking = suite.encrypts() ? cipher.algorithm() : mac.algorithm();
    String who = suite.encrypts() ? cipher.provider().getName() : mac.provider().getName();
    return who + " has no Cipher " + lacking;
  }

  /** Alternatives that an operator can write. */
  private static String macsOf(Provider provider) {
    List<String> names =
        provider.getServices().stream()
            .filter(service -> service.getType().equals(MAC))
            .map(Provider.Service::getAlgorithm)
            .filter(name -> NAMES_SHOWN.matcher(name).find())
            .sorted()
            .limit(MOST_NAMES)
            .toList();
    return names.isEmpty() ? "" : ", but " + String.join(", ", names);
  }
}
