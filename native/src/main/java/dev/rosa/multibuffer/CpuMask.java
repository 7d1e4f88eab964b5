package dev.rosa.multibuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CPU instruction sets that intel-ipsec-mb may use; system properties hide some, to measure the
 * speed of older CPUs.
 *
 * @param architecture the instruction set, {@link Architecture#AUTO} for the best there is
 * @param flags of {@code alloc_mb_mgr} in intel-ipsec-mb.h
 */
record CpuMask(Architecture architecture, long flags) {

  /** System property: {@code auto|sse|avx|avx2|avx512}. */
  static final String ARCHITECTURE = "rosa.multibuffer.arch";

  /** System property: features to leave unused, separated by commas. */
  static final String WITHOUT = "rosa.multibuffer.without";

  private static final Map<String, Long> FLAGS = Map.of("shani", 1L, "aesni", 2L, "gfni", 4L);

  /**
   * Mask from the system properties.
   *
   * @throws IllegalArgumentException with a sentence, if a value is unknown
   */
  static CpuMask from(Function<String, String> properties) {
    return new CpuMask(
        architecture(properties.apply(ARCHITECTURE)), flags(properties.apply(WITHOUT)));
  }

  private static Architecture architecture(String said) {
    if (said == null || said.isBlank()) {
      return Architecture.AUTO;
    }
    return Stream.of(Architecture.values())
        .filter(one -> one.option().equals(said.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> unknown(ARCHITECTURE, said, options()));
  }

  private static String options() {
    return Stream.of(Architecture.values())
        .map(Architecture::option)
        .collect(Collectors.joining(", "));
  }

  private static long flags(String said) {
    long flags = 0;
    for (String word : words(said)) {
      Long flag = FLAGS.get(word);
      if (flag == null) {
        throw unknown(WITHOUT, word, "shani, aesni, gfni");
      }
      flags |= flag;
    }
    return flags;
  }

  private static List<String> words(String said) {
    List<String> words = new ArrayList<>();
    for (String word : said == null ? new String[0] : said.split(",")) {
      if (!word.isBlank()) {
        words.add(word.strip().toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  private static IllegalArgumentException unknown(String property, String said, String known) {
    return new IllegalArgumentException(
        "%s is '%s', expected one of %s".formatted(property, said, known));
  }
}
