package dev.rosa.proxy.rules;

/**
 * The element {@code <cache>}: verdicts that the kernel keeps. Immutable.
 *
 * @param kernel {@code auto} where this process may load programs, or {@code off}
 * @param entries most verdicts
 */
public record CacheConfig(String kernel, Integer entries) {
  private static final int ENTRIES = 1 << 16;

  /** Completes. */
  public CacheConfig {
    kernel = kernel == null ? "auto" : kernel;
    entries = entries == null ? ENTRIES : entries;
  }

  /** True if there is one where the kernel takes it. */
  public boolean isWanted() {
    return kernel.equals("auto");
  }
}
