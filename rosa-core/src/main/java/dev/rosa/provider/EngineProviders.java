package dev.rosa.provider;

import dev.rosa.crypto.EngineProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Installed providers of engines that do not come from JCE, such as the native multi-buffer ones,
 * by name. Immutable.
 *
 * @param all each under a name of its own
 */
public record EngineProviders(List<EngineProvider> all) {

  /**
   * Those on the class path.
   *
   * @throws IllegalStateException if one that is listed there cannot be constructed: a fault of the
   *     build
   */
  static EngineProviders installed() {
    try {
      List<EngineProvider> found = new ArrayList<>();
      ServiceLoader.load(EngineProvider.class, EngineProviders.class.getClassLoader())
          .forEach(found::add);
      return new EngineProviders(List.copyOf(found));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new IllegalStateException(
          "an engine on the class path is broken: " + LoadingError.words(e), e);
    }
  }

  Optional<EngineProvider> find(String name) {
    return all.stream().filter(engine -> engine.name().equals(name)).findFirst();
  }

  List<String> names() {
    return all.stream().map(EngineProvider::name).toList();
  }
}
