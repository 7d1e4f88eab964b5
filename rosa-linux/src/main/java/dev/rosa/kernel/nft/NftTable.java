package dev.rosa.kernel.nft;

import java.util.Set;

/**
 * An nft table of family netdev, without its rules and sets. Immutable.
 *
 * @param name unique in its network namespace
 * @param comment its owner's words; empty without any
 * @param devices the interfaces whose frames its chains see
 */
public record NftTable(String name, String comment, Set<String> devices) {

  /** Copies the names. */
  public NftTable {
    devices = Set.copyOf(devices);
  }
}
