package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CompiledBundle;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fuzz target of bundles: damaged jars, and sound jars with damaged class files. Refused with a
 * {@link BundleException} or admitted; what is admitted is within the limits and named by its
 * bytes.
 */
public final class CodeBundleFuzzer {

  private static final String APPLICATION =
      """
      package net.example;
      import dev.rosa.api.*;
      import java.util.*;
      public class App implements ActiveApplication {
        private enum Kind { ODD, EVEN }
        private record Seen(Kind kind, long count) {}
        private final Map<String, Seen> seen = new HashMap<>();
        @Override public void onPacket(Packet packet) {
          Kind kind = packet.hashCode() % 2 == 0 ? Kind.EVEN : Kind.ODD;
          seen.merge(kind.name() + seen.size(), new Seen(kind, 1),
              (a, b) -> new Seen(a.kind(), a.count() + b.count()));
          switch (kind) {
            case ODD -> seen.keySet().forEach(String::length);
            default -> { try { seen.clear(); } catch (RuntimeException e) { seen.size(); } }
          }
        }
      }
      """;

  private static final CompiledBundle GENUINE = CompiledBundle.of("net.example.App", APPLICATION);
  private static final byte[] JAR = GENUINE.jar();
  private static final Map<String, byte[]> CLASSES = GENUINE.classFiles();
  private static final BundleLimits LIMITS = BundleLimits.defaults().withBundleBytes(1 << 16);
  private static final AllowListVerifier VERIFIER = new AllowListVerifier();

  private CodeBundleFuzzer() {}

  /** Seeds of the corpus. */
  static List<byte[]> seeds() {
    return List.of(JAR);
  }

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    byte[] jar =
        switch (data.consumeInt(0, 3)) {
          case 0 -> data.consumeRemainingAsBytes();
          case 1 -> Mutation.of(JAR, data);
          default -> withDamagedClass(data);
        };
    try {
      CodeBundle bundle = CodeBundle.open(jar, LIMITS);
      VERIFIER.verify(bundle);
      check(bundle, jar);
    } catch (BundleException e) {
      Refusals.check(e);
    }
  }

  private static void check(CodeBundle bundle, byte[] jar) {
    int content = bundle.classes().values().stream().mapToInt(file -> file.length).sum();
    boolean within = jar.length <= LIMITS.bundleBytes() && content <= LIMITS.contentBytes();
    boolean named = bundle.digest().equals(CodeDigest.ofBundle(jar));
    if (!within || !named || !bundle.classes().containsKey(bundle.entryClass())) {
      throw new AssertionError("admitted what is not within its limits or not itself");
    }
  }

  private static byte[] withDamagedClass(FuzzedDataProvider data) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("META-INF/MANIFEST.MF", manifest());
    int damaged = data.consumeInt(0, CLASSES.size() - 1);
    int index = 0;
    for (Map.Entry<String, byte[]> entry : CLASSES.entrySet()) {
      byte[] file = entry.getValue();
      files.put(entry.getKey(), index++ == damaged ? Mutation.of(file, data) : file);
    }
    return CompiledBundle.zip(files);
  }

  private static byte[] manifest() {
    String text = "Manifest-Version: 1.0\r\nRosa-Entry-Class: net.example.App\r\n\r\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
