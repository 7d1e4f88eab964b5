package dev.rosa.divert;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How what belongs to a router's diversion is told from what is somebody else's: names may be
 * anybody's, marks are ours. Immutable.
 *
 * @param name the router's, or what {@code rosa divert} was told
 */
record Marks(String name) {

  /** What a name may be: as in a router's identity. It stands in nft's language within quotes. */
  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.\\-]{0,62}");

  private static final String TABLE_MARK = "ROSA diversion of router ";
  private static final String LINK_MARK = "ROSA assistant link of router ";
  private static final Pattern MARKED_TABLE =
      Pattern.compile("(?m)^\\s*comment \"" + TABLE_MARK + "(" + NAME + ")\"$");
  private static final Pattern MARKED_LINK = Pattern.compile(LINK_MARK + "(" + NAME + ")");

  /** Its nft table of family netdev. */
  String table() {
    return "rosa_" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  /** The comment that its table carries. */
  String tableMark() {
    return TABLE_MARK + name;
  }

  /** The alias that its links carry. */
  String linkMark() {
    return LINK_MARK + name;
  }

  /** Whose table this is, if it is a router's. */
  static Optional<String> ownerOfTable(String listing) {
    Matcher matcher = MARKED_TABLE.matcher(listing);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Whose link this is, if it is a router's. */
  static Optional<String> ownerOfLink(Link link) {
    Matcher matcher = MARKED_LINK.matcher(link.alias());
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
