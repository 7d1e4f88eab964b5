package dev.rosa.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.wire.Suite;
import java.nio.file.Path;
import java.util.List;

/**
 * The contents of {@code providers.xml}.
 *
 * @param providers those that are not the JDK's own
 * @param suites who serves what; a suite that is not named is served by SunJCE
 */
record ProvidersConfig(
    @JsonProperty("provider") List<Named> providers, @JsonProperty("suite") List<Served> suites) {

  static final ProvidersConfig BUILT_IN = new ProvidersConfig(List.of(), List.of());

  private static final List<Serve> SUN_JCE = List.of(new Serve("SunJCE", "", "", ""));

  ProvidersConfig {
    providers = providers == null ? List.of() : List.copyOf(providers);
    suites = suites == null ? List.of() : List.copyOf(suites);
  }

  /**
   * A provider.
   *
   * @param name what the suites call it
   * @param className of its {@link java.security.Provider}
   * @param jar where its class is, if not on the class path; else null
   */
  record Named(String name, @JsonProperty("class") String className, Path jar) {}

  /** A suite and its providers, the serving one first. */
  record Served(String name, @JsonProperty("serve") List<Serve> serves) {
    Served {
      serves = serves == null ? List.of() : List.copyOf(serves);
    }
  }

  /**
   * One provider for a suite.
   *
   * @param mac its JCE name for the suite's MAC, if not the standard one; else empty
   * @param cipher likewise for the cipher
   * @param keyFactory its SecretKeyFactory, if it takes no other keys; else empty
   */
  record Serve(
      String provider, String mac, String cipher, @JsonProperty("key-factory") String keyFactory) {
    Serve {
      mac = mac == null ? "" : mac;
      cipher = cipher == null ? "" : cipher;
      keyFactory = keyFactory == null ? "" : keyFactory;
    }
  }

  List<Serve> servesFor(Suite suite) {
    return suites.stream()
        .filter(served -> served.name().equals(suite.protocolName()))
        .findFirst()
        .map(Served::serves)
        .orElse(SUN_JCE);
  }
}
