package dev.rosa.divert;

import dev.rosa.kernel.link.NftTable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ownership marks of a router's diversion on nft tables and links. Other programs may use the same
 * names, but not the same marks. Immutable.
 *
 * @param name the router's, or what {@code rosa divert} was told
 */
public record Marks(String name) {

  /** Syntax of a name: as in a router's identity. It stands in nft's language within quotes. */
  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.\\-]{0,62}");

  /** Prefix of the names of all routers' tables. */
  static final String TABLES = "rosa_";

  private static final int MAC_BYTES = 6;

  private static final String TABLE_MARK = "ROSA diversion of router ";
  private static final String LINK_MARK = "ROSA assistant link of router ";
  private static final Pattern MARKED_TABLE = Pattern.compile(TABLE_MARK + "(" + NAME + ")");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*comment \"([^\"]*)\"$");
  private static final Pattern MARKED_LINK = Pattern.compile(LINK_MARK + "(" + NAME + ")");

  /** Its nft table of family netdev. */
  String table() {
    return TABLES + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  /** The comment that its table carries. */
  String tableMark() {
    return TABLE_MARK + name;
  }

  /** Prefix of the names of its links on which packets of another machine come back. */
  String returnLink() {
    return "rosa" + mac("").replace(":", "").substring(4) + "-";
  }

  /** The alias that its links carry. */
  String linkMark() {
    return LINK_MARK + name;
  }

  /**
   * The MAC address of an end of its assistant link: always the same for a router and an end, so
   * that a link is known that was made and has no alias yet.
   */
  String mac(String end) {
    UUID hash = UUID.nameUUIDFromBytes((name + " " + end).getBytes(StandardCharsets.UTF_8));
    StringBuilder mac = new StringBuilder("02");
    for (int i = 1; i < MAC_BYTES; i++) {
      mac.append(":%02x".formatted(hash.getLeastSignificantBits() >>> (8 * i) & 0xff));
    }
    return mac.toString();
  }

  /** True if this is an end of its assistant link, by alias, or by address if it has none yet. */
  boolean areOn(Link link) {
    return link.alias().equals(linkMark())
        || (link.alias().isEmpty() && link.mac().equals(mac(link.name())));
  }

  /** The router that owns this table; empty if it is no router's. */
  static Optional<String> ownerOf(NftTable table) {
    return owner(MARKED_TABLE, table.comment());
  }

  /** The router that owns the table of this text; empty if it is no router's. */
  static Optional<String> ownerOfTable(String listing) {
    Matcher comment = COMMENT.matcher(listing);
    return comment.find() ? owner(MARKED_TABLE, comment.group(1)) : Optional.empty();
  }

  /** The router that owns this link; empty if it is no router's. */
  static Optional<String> ownerOfLink(Link link) {
    return owner(MARKED_LINK, link.alias());
  }

  private static Optional<String> owner(Pattern mark, String text) {
    Matcher matcher = mark.matcher(text);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
