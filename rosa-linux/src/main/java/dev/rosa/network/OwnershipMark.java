package dev.rosa.network;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Comment, alias and MAC addresses by which a role knows its own nft table and links among those of
 * other programs. Other programs may use the same names, but not the same mark. Immutable.
 *
 * @param role the plan's
 * @param name the owner's, such as a router's
 */
public record OwnershipMark(PlanRole role, String name) {

  /** Syntax of a name: as in a role's identity. It stands in nft's language within quotes. */
  public static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.\\-]{0,62}");

  private static final int MAC_BYTES = 6;

  /** Its nft table of family netdev. */
  public String table() {
    return role.tablePrefix() + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  /** The owner in words. */
  public String owner() {
    return role.ownerWord() + " " + name;
  }

  /** The comment that its table carries. */
  public String onTable() {
    return role.tableWords() + " " + owner();
  }

  /** The alias that its links carry. */
  public String onLink() {
    return role.linkWords() + " " + owner();
  }

  /**
   * The MAC address of an end of a link of its: always the same for an owner and an end, so that a
   * link is known that was made and has no alias yet.
   */
  public String mac(String end) {
    UUID hash = UUID.nameUUIDFromBytes((name + " " + end).getBytes(StandardCharsets.UTF_8));
    StringBuilder mac = new StringBuilder("02");
    for (int i = 1; i < MAC_BYTES; i++) {
      mac.append(":%02x".formatted(hash.getLeastSignificantBits() >>> (8 * i) & 0xff));
    }
    return mac.toString();
  }

  /** True if this is an end of its link, by alias, or by address if it has none yet. */
  public boolean isOn(Link link) {
    return link.alias().equals(onLink())
        || (link.alias().isEmpty() && link.mac().equals(mac(link.name())));
  }
}
