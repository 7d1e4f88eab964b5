package dev.rosa.network;

import dev.rosa.kernel.nft.NftFigures;
import java.io.IOException;
import java.util.Optional;

/**
 * An owner's nft table: put into force as a whole, and compared with its state right after that. A
 * table of its name without its mark stays as it is. One thread at a time.
 */
public final class OwnedTable {

  /** Attempts to put rules into force at once, while other processes change theirs. */
  private static final int MOST_REPEATS = 3;

  /** The family of tables at the ingress of an interface. */
  public static final String NETDEV = "netdev";

  /** The family of tables for all that is routed. */
  public static final String INET = "inet";

  private final OwnershipMark mark;
  private final String family;
  private final Kernel kernel;

  /** Its text when it was made; empty: it was not. */
  private String made = "";

  /** A table of family netdev that was not made yet. */
  public OwnedTable(OwnershipMark mark, Kernel kernel) {
    this(mark, NETDEV, kernel);
  }

  /** A table that was not made yet. */
  public OwnedTable(OwnershipMark mark, String family, Kernel kernel) {
    this.mark = mark;
    this.family = family;
    this.kernel = kernel;
  }

  /**
   * Refuses a table of its name that is not the owner's.
   *
   * @return whether there is one of the owner's
   */
  public boolean requireOwn() throws IOException {
    return own().isPresent();
  }

  private Optional<String> own() throws IOException {
    Optional<String> listing = listing();
    Optional<String> owner = listing.flatMap(mark.role()::ownerOfTable);
    if (listing.isEmpty() || isOwn(owner)) {
      return listing;
    }
    throw new IOException(
        "there is an nft table %s %s already, and it is %s: it stays as it is"
            .formatted(
                family,
                mark.table(),
                owner
                    .map(name -> "that of " + mark.role().ownerWord() + " " + name)
                    .orElse("not ROSA's")));
  }

  private Optional<String> listing() throws IOException {
    return kernel.table(family, mark.table());
  }

  private boolean isOwn(Optional<String> owner) {
    return owner.filter(mark.name()::equals).isPresent();
  }

  /**
   * True if it is not as it was made.
   *
   * @throws IOException if it is not the owner's
   */
  public boolean isChanged() throws IOException {
    return !own().orElse("").equals(made);
  }

  /** True if there is one, and it is the owner's. */
  public boolean isThere() throws IOException {
    return isOwn(listing().flatMap(mark.role()::ownerOfTable));
  }

  /** Puts it into force by a script that replaces it, in one transaction. */
  public void put(String script) throws IOException {
    for (int tries = 0; !putOnce(script) && tries < MOST_REPEATS; tries++) {
      // Another process has changed a table in between.
    }
  }

  /**
   * Puts it into force and notes what it looks like.
   *
   * @return whether no other process has changed anything in between, which would pass for it
   */
  private boolean putOnce(String script) throws IOException {
    int before = kernel.nftGeneration();
    kernel.nft(script);
    made = listing().orElse("");
    return kernel.nftGeneration() == before + 1;
  }

  /** Figures of the owner's tables, of all families. */
  public NftFigures figures() throws IOException {
    return kernel.figures(mark.table());
  }

  /** Takes it away. */
  public void remove() throws IOException {
    kernel.nft(removal(mark, family));
  }

  /** The script that takes an owner's table of family netdev away, if it is there or not. */
  public static String removal(OwnershipMark mark) {
    return removal(mark, NETDEV);
  }

  /** The script that takes an owner's table away, if it is there or not. */
  public static String removal(OwnershipMark mark, String family) {
    return "add table %1$s %2$s\ndelete table %1$s %2$s\n".formatted(family, mark.table());
  }
}
