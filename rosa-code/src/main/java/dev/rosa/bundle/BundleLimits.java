package dev.rosa.bundle;

/**
 * Size limits of a bundle; checked before anything is allocated for its declared sizes.
 *
 * @param bundleBytes the jar itself
 * @param entries directory entries included
 * @param contentBytes all entries together, uncompressed
 * @param classBytes one class file, or one other entry
 * @param nameBytes one entry's name, in UTF-8
 */
public record BundleLimits(
    int bundleBytes, int entries, int contentBytes, int classBytes, int nameBytes) {

  /** Limits of these sizes, all at least 1. */
  public BundleLimits {
    if (bundleBytes < 1 || entries < 1 || contentBytes < 1 || classBytes < 1 || nameBytes < 1) {
      throw new IllegalArgumentException("a limit of a bundle is at least 1");
    }
  }

  /** 1 MiB of jar, 512 entries, 4 MiB of content, 256 KiB a class, 200 bytes a name. */
  public static BundleLimits defaults() {
    return new BundleLimits(1 << 20, 512, 4 << 20, 256 << 10, 200);
  }

  /** These limits with another size of the jar, and four times that of content. */
  public BundleLimits withBundleBytes(int bytes) {
    int content = (int) Math.min(4L * bytes, Integer.MAX_VALUE);
    return new BundleLimits(bytes, entries, content, classBytes, nameBytes);
  }
}
