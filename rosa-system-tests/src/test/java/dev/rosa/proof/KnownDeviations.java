package dev.rosa.proof;

import dev.rosa.proof.PublishedAnswers.Difference;
import dev.rosa.provider.Candidate;
import dev.rosa.wire.active.Suite;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Known deviations of providers from the published vectors, and why they do not affect ROSA. ROSA
 * uses AES keys of 128 and 256 bits, IVs of 96 bits with GCM, and no CBC. Any other deviation is a
 * fault. Immutable.
 */
final class KnownDeviations {

  /**
   * One habit of one provider.
   *
   * @param what in {@link Difference#what}
   * @param vector in {@link Difference#vector}
   */
  private record Habit(
      String provider, String algorithm, Pattern what, Pattern vector, String reason) {

    boolean explains(String name, Difference difference) {
      return provider.equals(name)
          && algorithm.equals(difference.algorithm())
          && what.matcher(difference.what()).find()
          && vector.matcher(difference.vector()).find();
    }
  }

  private static final String GCM = "AES/GCM/NoPadding";
  private static final String CBC = "AES/CBC/PKCS5Padding";
  private static final String NOTHING_FROM_NOTHING =
      "doFinal without any input gives no output, where the vector wants a padding error";

  private static final String FOREIGN_KEYS = "takes keys of its own factories only";

  /** Its AES/CTR gives other bytes than all others; known answers keep it from serving. */
  private static final Map<String, Set<Suite>> WRONG =
      Map.of(
          "FlexiProvider",
          EnumSet.of(
              Suite.AES128_CTR_HMAC_MD5, Suite.AES128_CTR_HMAC_SHA1, Suite.AES128_CTR_HMAC_SHA256));

  private static final List<Habit> HABITS =
      List.of(
          habit("SunJCE", CBC, "^accepted$", "empty ciphertext", NOTHING_FROM_NOTHING),
          habit("ACCP", CBC, "^accepted$", "empty ciphertext", NOTHING_FROM_NOTHING),
          habit("Conscrypt", CBC, "^accepted$", "empty ciphertext", NOTHING_FROM_NOTHING),
          habit(
              "Conscrypt",
              GCM,
              "^key of 192 bits refused: InvalidKeyException",
              "",
              "BoringSSL has GCM with 128 and 256 bits only"),
          habit(
              "Conscrypt",
              GCM,
              "^IV of (?!96 )\\d+ bits refused: InvalidAlgorithmParameterException",
              "",
              "takes GCM's standard IV of 96 bits only"),
          habit("FlexiProvider", GCM, "^not offered$", "", "is older than GCM in Java"),
          habit("FlexiProvider", CBC, "", "", FOREIGN_KEYS),
          habit("FlexiProvider", "HmacMD5", "", "", FOREIGN_KEYS + ", and calls it Mac.MD5"),
          habit("FlexiProvider", "HmacSHA1", "^refused: InvalidKeyException", "", FOREIGN_KEYS),
          habit("FlexiProvider", "HmacSHA256", "^refused: InvalidKeyException", "", FOREIGN_KEYS));

  private KnownDeviations() {}

  private static Habit habit(
      String provider, String algorithm, String what, String vector, String reason) {
    return new Habit(provider, algorithm, Pattern.compile(what), Pattern.compile(vector), reason);
  }

  /** The suites that it has to serve without a fault: all that it says it has. */
  static Set<Suite> suites(Candidate tested) {
    Set<Suite> suites = EnumSet.noneOf(Suite.class);
    suites.addAll(tested.suites());
    for (Suite wrong : WRONG.getOrDefault(tested.name(), Set.of())) {
      if (suites.remove(wrong) && tested.errors(wrong).isEmpty()) {
        throw new AssertionError(tested.name() + " is said to be wrong about " + wrong);
      }
    }
    return suites;
  }

  /** True if it takes keys that any Java program can make. */
  static boolean takesPlainKeys(TestedProvider tested) {
    return !tested.name().equals("FlexiProvider");
  }

  /** Those that nothing here explains. */
  static List<Difference> unexplained(String provider, List<Difference> differences) {
    return differences.stream()
        .filter(
            difference -> HABITS.stream().noneMatch(habit -> habit.explains(provider, difference)))
        .toList();
  }
}
