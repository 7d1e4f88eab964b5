package dev.rosa.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.config.BadValueException;
import dev.rosa.provider.measure.PacketMix;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The contents of {@code providers.xml}: the providers that an operator names, and the suites that
 * they may serve.
 *
 * @param measured where the measurements of {@code choose="auto"} are kept; null: nowhere
 * @param providers those that are not the JDK's own
 * @param suites the providers of each suite; a suite that is not named is served by SunJCE
 */
record ProvidersConfig(
    Path measured,
    @JsonProperty("provider") List<Named> providers,
    @JsonProperty("suite") List<Served> suites) {

  static final ProvidersConfig BUILT_IN = new ProvidersConfig(null, List.of(), List.of());

  ProvidersConfig {
    providers = providers == null ? List.of() : List.copyOf(providers);
    suites = suites == null ? List.of() : List.copyOf(suites);
  }

  /**
   * A provider.
   *
   * @param name its name in the suites
   * @param className of its {@link java.security.Provider}
   * @param jar where its class is, if not on the class path; else null
   * @param position its place among the JVM's providers, from 1; 0: it is not registered there
   * @param optional whether it may be absent wherever it is named
   * @param needs further jars that its own cannot do without
   */
  record Named(
      String name,
      @JsonProperty("class") String className,
      Path jar,
      int position,
      boolean optional,
      List<Needed> needs) {

    Named {
      needs = needs == null ? List.of() : List.copyOf(needs);
      if (jar == null && !needs.isEmpty()) {
        throw BadValueException.missing(
            "'" + name + "' has <needs> but no jar, expected jar as well", "jar");
      }
    }

    /** A provider on the class path or in one jar, that is not registered. */
    static Named of(String name, String className, Path jar) {
      return new Named(name, className, jar, 0, false, List.of());
    }

    /** Its own jar first; none if it is on the class path. */
    List<Path> jars() {
      return Stream.concat(Stream.ofNullable(jar), needs.stream().map(Needed::jar)).toList();
    }
  }

  /** Another jar. */
  record Needed(Path jar) {}

  /**
   * A suite and its providers, the serving one first.
   *
   * @param choose whether the fastest serves instead of the first
   * @param sizes payload bytes to measure with
   * @param batch packets to measure with at a time, besides the usual number
   */
  record Served(
      String name,
      Choose choose,
      String sizes,
      Integer batch,
      @JsonProperty("serve") List<Serve> serves) {

    private static final String DEFAULT_SIZES = "256 1024 1372";

    Served {
      serves = serves == null ? List.of() : List.copyOf(serves);
      choose = choose == null ? Choose.FIRST : choose;
      if (choose == Choose.FIRST && (sizes != null || batch != null)) {
        throw BadValueException.missing(
            "has sizes or batch, which are for measuring, expected choose=\"auto\" as well",
            "choose");
      }
      sizes = sizes == null ? DEFAULT_SIZES : sizes;
    }

    /** The first of these serves. */
    static Served inOrder(Suite suite, List<Serve> serves) {
      return new Served(suite.protocolName(), Choose.FIRST, null, null, serves);
    }

    boolean isAuto() {
      return choose == Choose.AUTO;
    }

    /** Workload of the measurement. */
    PacketMix mix() {
      List<Integer> bytes =
          Arrays.stream(sizes.strip().split("\\s+")).map(Integer::valueOf).toList();
      return PacketMix.of(bytes, batch == null ? PacketMix.USUAL_BATCH : batch);
    }
  }

  /** The call after which a Mac is in its start state again, with its key set. */
  enum Reset {
    /** {@code doFinal}, as JCE promises. */
    @JsonProperty("final")
    FINAL,
    /** {@code init} with the key. */
    @JsonProperty("init")
    INIT
  }

  /** Rule that chooses the serving provider among those of a suite. */
  enum Choose {
    /** The one named first. */
    @JsonProperty("first")
    FIRST,
    /** The fastest, as measured. */
    @JsonProperty("auto")
    AUTO
  }

  /**
   * One provider for a suite.
   *
   * @param optional whether the next one serves if it is absent
   * @param mac its JCE name for the suite's MAC, if not the standard one; else empty
   * @param cipher its JCE name for the suite's cipher, if not the standard one; else empty
   * @param keyFactory its SecretKeyFactory for the MAC's key, and for the cipher's where the suite
   *     has no separate MAC; empty if it takes plain keys
   * @param cipherProvider provider of the cipher of a suite with MAC and cipher; empty: the same
   * @param cipherKeyFactory its SecretKeyFactory for the cipher's key; empty if it takes plain keys
   * @param reset the way in which its Macs return to their start state
   */
  record Serve(
      String provider,
      boolean optional,
      String mac,
      String cipher,
      @JsonProperty("key-factory") String keyFactory,
      @JsonProperty("cipher-provider") String cipherProvider,
      @JsonProperty("cipher-key-factory") String cipherKeyFactory,
      Reset reset) {
    Serve {
      mac = orEmpty(mac);
      cipher = orEmpty(cipher);
      keyFactory = orEmpty(keyFactory);
      cipherProvider = orEmpty(cipherProvider);
      cipherKeyFactory = orEmpty(cipherKeyFactory);
      reset = reset == null ? Reset.FINAL : reset;
    }

    /** A provider under the standard names. */
    static Serve by(String provider) {
      return new Serve(provider, false, "", "", "", "", "", Reset.FINAL);
    }

    /** The same without another provider for the cipher. */
    Serve alone() {
      return cipherProvider.isEmpty()
          ? this
          : new Serve(provider, optional, mac, "", keyFactory, "", "", reset);
    }

    /** Label for an operator: the provider, or both. */
    String label() {
      return cipherProvider.isEmpty() ? provider : provider + "+" + cipherProvider;
    }

    /**
     * The element of {@code providers.xml} for a suite, after which the next one serves where the
     * provider is absent.
     */
    String toXml(Suite suite) {
      boolean both = suite.macKeyBytes() > 0 && suite.cipherKeyBytes() > 0;
      StringBuilder xml = new StringBuilder("<serve");
      attribute(xml, "provider", provider);
      attribute(xml, "mac", mac);
      attribute(xml, "cipher", cipher);
      attribute(xml, "key-factory", keyFactory);
      attribute(xml, "cipher-provider", both ? cipherProvider : "");
      attribute(xml, "cipher-key-factory", both ? cipherKeyFactory : "");
      attribute(xml, "reset", reset == Reset.INIT ? "init" : "");
      attribute(xml, "optional", provider.equals(KnownProviders.SUN_JCE) ? "" : "true");
      return xml.append("/>").toString();
    }

    private static void attribute(StringBuilder xml, String name, String value) {
      if (!value.isEmpty()) {
        xml.append(' ').append(name).append("=\"").append(value).append('"');
      }
    }

    private static String orEmpty(String text) {
      return text == null ? "" : text;
    }
  }

  /** Configuration of a suite; SunJCE serves suites that are not configured. */
  Served of(Suite suite) {
    return suites.stream()
        .filter(served -> served.name().equals(suite.protocolName()))
        .findFirst()
        .orElseGet(() -> Served.inOrder(suite, List.of(Serve.by(KnownProviders.SUN_JCE))));
  }

  /**
   * Configuration of a provider that serves a suite on its own, also one that it is not named for.
   */
  Serve serve(Suite suite, String provider) {
    return of(suite).serves().stream()
        .filter(serve -> serve.provider().equals(provider))
        .min(Comparator.comparing(serve -> !serve.cipherProvider().isEmpty()))
        .map(Serve::alone)
        .orElseGet(() -> Serve.by(provider));
  }

  /** True if an entry may go without its provider, as it says or as the declarations say. */
  boolean isOptional(Serve serve) {
    return serve.optional()
        || providers.stream()
            .filter(Named::optional)
            .anyMatch(
                named ->
                    named.name().equals(serve.provider())
                        || named.name().equals(serve.cipherProvider()));
  }

  /** This, and of another what this does not say: providers, and how they serve suites. */
  ProvidersConfig and(ProvidersConfig other) {
    List<Named> bothNamed = new ArrayList<>(providers);
    other.providers().stream()
        .filter(named -> providers.stream().noneMatch(own -> own.name().equals(named.name())))
        .forEach(bothNamed::add);
    List<Served> bothServed =
        Arrays.stream(Suite.values())
            .map(
                suite ->
                    Served.inOrder(
                        suite,
                        Stream.concat(
                                of(suite).serves().stream(), other.of(suite).serves().stream())
                            .toList()))
            .toList();
    return new ProvidersConfig(measured, bothNamed, bothServed);
  }

  /** Every name: declared ones first, then those that only suites name. */
  List<String> names() {
    List<String> names = new ArrayList<>(providers.stream().map(Named::name).toList());
    suites.stream()
        .flatMap(served -> served.serves().stream())
        .map(Serve::provider)
        .filter(name -> !names.contains(name))
        .distinct()
        .forEach(names::add);
    return names;
  }
}
