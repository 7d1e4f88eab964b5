package dev.rosa.provider;

import dev.rosa.provider.ProvidersConfig.Named;
import dev.rosa.provider.ProvidersConfig.Needed;
import dev.rosa.provider.ProvidersConfig.Reset;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.provider.ProvidersConfig.Served;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Table of the crypto providers that ROSA knows by name: where their classes are, and the names
 * that they have for algorithms. The same can be said in {@code providers.xml} of any other.
 * Stateless.
 */
public final class KnownProviders {

  static final String SUN_JCE = "SunJCE";
  static final String MULTI_BUFFER = "multi-buffer";
  static final String FLEXI = "FlexiProvider";

  /** Folder of drop-in jars, relative to the folder that ROSA is in. */
  static final String DROP_IN_FOLDER = "providers";

  /** Engines that come with ROSA's native code, and are unknown where that is not built in. */
  static final Set<String> NATIVE_ENGINES = Set.of(MULTI_BUFFER);

  /** Classes of ROSA's own, which a build without native code does not have. */
  static final String OWN_CLASSES = "dev.rosa.";

  private KnownProviders() {}

  /**
   * All of them, with their jars in a folder.
   *
   * @param dropIns where {@code conscrypt.jar} and the like are
   */
  public static ProvidersConfig config(Path dropIns) {
    Path folder = dropIns.toAbsolutePath().normalize();
    List<Named> named =
        List.of(
            Named.of("BC", "org.bouncycastle.jce.provider.BouncyCastleProvider", null),
            Named.of(
                "ACCP",
                "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider",
                folder.resolve("AmazonCorrettoCryptoProvider.jar")),
            Named.of("Conscrypt", "org.conscrypt.OpenSSLProvider", folder.resolve("conscrypt.jar")),
            Named.of("RosaGcrypt", "dev.rosa.gcrypt.RosaGcryptProvider", null),
            new Named(
                FLEXI,
                "de.flexiprovider.core.FlexiCoreProvider",
                folder.resolve("FlexiProvider.jar"),
                0,
                false,
                List.of(new Needed(folder.resolve("CoDec.jar")))));
    return new ProvidersConfig(null, named, served());
  }

  private static List<Served> served() {
    return Arrays.stream(Suite.values())
        .map(suite -> Served.inOrder(suite, serves(suite)))
        .toList();
  }

  private static List<Serve> serves(Suite suite) {
    List<Serve> serves = new ArrayList<>();
    serves.add(Serve.by(SUN_JCE));
    serves.add(flexi(suite));
    return serves;
  }

  /**
   * FlexiProvider 1.7p7 takes only keys of its own factories, registers HMAC-MD5 as {@code
   * Mac.MD5}, that is as the Mac {@code MD5}, and its Macs are right once after each {@code init}.
   */
  private static Serve flexi(Suite suite) {
    return switch (suite) {
      case HMAC_MD5, AES128_CTR_HMAC_MD5 -> flexi("MD5", "HmacMD5", Reset.INIT);
      case HMAC_SHA1, AES128_CTR_HMAC_SHA1 -> flexi("", "HmacSHA1", Reset.INIT);
      case HMAC_SHA256, AES128_CTR_HMAC_SHA256 -> flexi("", "HmacSHA256", Reset.INIT);
      case AES256_GMAC, AES256_GCM -> flexi("", "AES", Reset.FINAL);
    };
  }

  private static Serve flexi(String mac, String keyFactory, Reset reset) {
    return new Serve(FLEXI, false, mac, "", keyFactory, "", "AES", reset);
  }
}
