package dev.rosa.kernel.nft;

/**
 * A set of an nft table: its elements have ends, and may have a rate each. Immutable.
 *
 * @param name unique in its table
 * @param key what its elements are
 * @param limitPerSecond packets a second above which an element counts as in the set; 0: it always
 *     does
 */
public record NftSet(String name, Key key, int limitPerSecond) {

  /** Kind of elements. */
  public enum Key {
    IPV4(7, 4),
    IPV6(8, 16),
    MAC(9, 6);

    private final int type;
    private final int bytes;

    Key(int type, int bytes) {
      this.type = type;
      this.bytes = bytes;
    }

    /** The number by which the program {@code nft} knows it. */
    int type() {
      return type;
    }

    /** Length of an element. */
    public int bytes() {
      return bytes;
    }
  }
}
