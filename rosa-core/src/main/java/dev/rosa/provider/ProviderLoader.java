package dev.rosa.provider;

import dev.rosa.crypto.EngineProvider;
import java.lang.reflect.InvocationTargetException;
import java.security.Provider;
import java.security.Security;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Loader of the crypto providers that a configuration names, each once, when it is first asked for.
 * Owned by one thread.
 */
final class ProviderLoader {

  private final Map<String, ProvidersConfig.Named> named = new LinkedHashMap<>();
  private final EngineProviders engines;
  private final Map<String, LoadedProvider> loaded = new HashMap<>();
  private final Map<String, AbsentProviderException> absent = new HashMap<>();

  ProviderLoader(ProvidersConfig config, EngineProviders engines) {
    this.engines = engines;
    for (ProvidersConfig.Named provider : config.providers()) {
      named.put(provider.name(), provider);
    }
  }

  /**
   * A provider by the name that the configuration has for it.
   *
   * @throws AbsentProviderException if it is known but not there
   * @throws ProviderException if it is unknown or broken
   */
  LoadedProvider find(String name) throws ProviderException, AbsentProviderException {
    if (absent.containsKey(name)) {
      throw absent.get(name);
    }
    LoadedProvider known = loaded.get(name);
    if (known == null) {
      try {
        known = bringUp(name);
      } catch (AbsentProviderException e) {
        absent.put(name, e);
        throw e;
      }
      loaded.put(name, known);
    }
    return known;
  }

  private LoadedProvider bringUp(String name) throws ProviderException, AbsentProviderException {
    ProvidersConfig.Named declared = named.get(name);
    if (declared != null) {
      return LoadedProvider.of(name, load(declared));
    }
    Optional<EngineProvider> engine = engines.find(name);
    if (engine.isPresent()) {
      return available(engine.get());
    }
    Provider installed = Security.getProvider(name);
    if (installed != null) {
      return LoadedProvider.of(name, installed);
    }
    if (KnownProviders.NATIVE_ENGINES.contains(name)) {
      throw new AbsentProviderException("this build is without ROSA's native code");
    }
    throw new ProviderException(
        name,
        "provider "
            + name
            + " is unknown: neither declared with its class, nor one of ROSA's engines, nor the"
            + " JVM's own",
        null);
  }

  private static LoadedProvider available(EngineProvider engine)
      throws ProviderException, AbsentProviderException {
    try {
      Optional<String> cause = engine.unavailabilityCause();
      if (cause.isPresent()) {
        throw new AbsentProviderException(cause.get());
      }
      return LoadedProvider.of(engine);
    } catch (RuntimeException | LinkageError e) {
      throw broken(engine.name(), "cannot be brought up", e);
    }
  }

  private static Provider load(ProvidersConfig.Named declared)
      throws ProviderException, AbsentProviderException {
    try {
      Class<?> found = DropIn.of(declared).load(declared.className());
      Provider provider = found.asSubclass(Provider.class).getConstructor().newInstance();
      LoadingError.throwAsAbsence(provider);
      return provider;
    } catch (InvocationTargetException e) {
      throw failed(declared, e.getCause());
    } catch (ClassNotFoundException e) {
      throw missing(declared, e);
    } catch (ReflectiveOperationException
        | LinkageError
        | ClassCastException
        | SecurityException e) {
      throw failed(declared, e);
    }
  }

  /** ROSA's own classes are left out of builds; any other that is not there is a wrong name. */
  private static ProviderException missing(ProvidersConfig.Named declared, ClassNotFoundException e)
      throws ProviderException, AbsentProviderException {
    if (declared.jar() == null && declared.className().startsWith(KnownProviders.OWN_CLASSES)) {
      throw new AbsentProviderException("this build is without ROSA's native code", e);
    }
    throw failed(declared, e);
  }

  /** A library that is not there is an absence; everything else is a broken provider. */
  private static ProviderException failed(ProvidersConfig.Named declared, Throwable e)
      throws AbsentProviderException {
    Optional<String> absence = LoadingError.absence(e, declared.name());
    if (absence.isPresent()) {
      throw new AbsentProviderException(absence.get(), e);
    }
    String from = declared.jar() == null ? "" : " from " + declared.jar();
    return broken(declared.name(), "class " + declared.className() + " cannot be loaded" + from, e);
  }

  private static ProviderException broken(String name, String what, Throwable e) {
    return new ProviderException(
        name, "provider %s: %s: %s".formatted(name, what, LoadingError.words(e)), e);
  }
}
