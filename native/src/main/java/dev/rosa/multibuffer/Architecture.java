package dev.rosa.multibuffer;

/**
 * CPU instruction set that intel-ipsec-mb can be told to use, such as AVX2. Its ordinal is its
 * number in {@code multibuffer.h}.
 */
enum Architecture {
  AUTO("auto", "emulated AES"),
  SSE("sse", "SSE"),
  AVX("avx", "AVX"),
  AVX2("avx2", "AVX2"),
  AVX512("avx512", "AVX-512");

  private final String option;
  private final String spoken;

  Architecture(String option, String spoken) {
    this.option = option;
    this.spoken = spoken;
  }

  /** Its name in the system property. */
  String option() {
    return option;
  }

  /**
   * Its name in a report; that of {@link #AUTO} stands for a machine that has none of the others.
   */
  String spoken() {
    return spoken;
  }
}
