package dev.rosa.provider;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.HashMap;
import java.util.Map;

/** Brings up the providers that a configuration names, each once. Owned by one thread. */
final class ProviderLoader {

  private final Map<String, ProvidersConfig.Named> named = new HashMap<>();
  private final Map<String, Provider> loaded = new HashMap<>();

  ProviderLoader(ProvidersConfig config) {
    for (ProvidersConfig.Named provider : config.providers()) {
      named.put(provider.name(), provider);
    }
  }

  Provider find(String name) throws ProviderException {
    Provider known = loaded.get(name);
    if (known == null) {
      known = named.containsKey(name) ? load(named.get(name)) : Security.getProvider(name);
      if (known == null) {
        throw new ProviderException(
            "provider " + name + " is neither the JDK's own nor declared with its class");
      }
      loaded.put(name, known);
    }
    return known;
  }

  private static Provider load(ProvidersConfig.Named provider) throws ProviderException {
    try {
      return Class.forName(provider.className(), true, classLoader(provider))
          .asSubclass(Provider.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new ProviderException(
          "provider %s: class %s cannot be loaded%s: %s"
              .formatted(
                  provider.name(),
                  provider.className(),
                  provider.jar() == null ? "" : " from " + provider.jar(),
                  e),
          e);
    }
  }

  /** Left open: the provider loads classes from its jar for as long as it serves. */
  private static ClassLoader classLoader(ProvidersConfig.Named provider) throws ProviderException {
    ClassLoader own = ProviderLoader.class.getClassLoader();
    if (provider.jar() == null) {
      return own;
    }
    Path jar = provider.jar();
    if (!Files.isRegularFile(jar) || !Files.isReadable(jar)) {
      throw new ProviderException(
          "provider " + provider.name() + ": jar " + jar + " cannot be read");
    }
    try {
      return new URLClassLoader(new URL[] {jar.toUri().toURL()}, own);
    } catch (MalformedURLException e) {
      throw new ProviderException("provider " + provider.name() + ": jar " + jar, e);
    }
  }
}
