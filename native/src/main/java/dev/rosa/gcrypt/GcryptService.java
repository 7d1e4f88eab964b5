package dev.rosa.gcrypt;

import java.security.InvalidParameterException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One algorithm that the provider RosaGcrypt offers to JCE, made without reflection. Immutable. */
final class GcryptService extends Provider.Service {

  /** A key that does not show its bytes is for a provider that knows where they are. */
  private static final Map<String, String> ATTRIBUTES =
      Map.of("SupportedKeyFormats", "RAW", "ImplementedIn", "Software");

  /** Attributes that ROSA's engines ask for: a null key wipes, and the off-heap bytes of a Mac. */
  private static final Map<String, String> MAC_ATTRIBUTES =
      Map.of(
          "SupportedKeyFormats",
          "RAW",
          "ImplementedIn",
          "Software",
          "WipedByNullKey",
          "true",
          "NativeBytes",
          "1696");

  private final Supplier<Object> engines;

  /** An algorithm, its aliases (object identifiers among them), and the factory of its engines. */
  GcryptService(
      Provider provider, String type, Names names, Class<?> engine, Supplier<Object> engines) {
    super(
        provider,
        type,
        names.algorithm(),
        engine.getName(),
        names.withPrefixes(),
        type.equals("Mac") ? MAC_ATTRIBUTES : ATTRIBUTES);
    this.engines = engines;
  }

  /** Names of an algorithm. */
  public record Names(String algorithm, List<String> aliases) {

    static Names of(String algorithm, String... aliases) {
      return new Names(algorithm, List.of(aliases));
    }

    /** Object identifiers are asked for with and without a prefix. */
    List<String> withPrefixes() {
      List<String> all = new ArrayList<>(aliases);
      aliases.stream()
          .filter(a -> Character.isDigit(a.charAt(0)))
          .forEach(a -> all.add("OID." + a));
      return all;
    }
  }

  @Override
  public Object newInstance(Object parameter) {
    if (parameter != null) {
      throw new InvalidParameterException(getAlgorithm() + " takes no parameter");
    }
    return engines.get();
  }
}
