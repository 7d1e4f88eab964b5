package dev.rosa.network;

import dev.rosa.kernel.nft.NftTable;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words by which a plan, such as the diversion of active packets, marks its tables and links as its
 * own. No two roles have the same words for tables and links. A table whose name fits the prefix of
 * two roles is known by its comment. Immutable.
 *
 * @param tablePrefix beginning of the names of all its tables
 * @param tableWords beginning of its tables' comments
 * @param linkWords beginning of its links' aliases
 * @param ownerWord the field's word for an owner, such as {@code router}
 */
public record PlanRole(String tablePrefix, String tableWords, String linkWords, String ownerWord) {

  /** Beginning of the aliases of both ends of a role's pair of links. */
  public static final String ASSISTANT_LINK = "ROSA assistant link of";

  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*comment \"([^\"]*)\"$");

  /** The name of the owner of this table; empty if it is not this role's. */
  public Optional<String> ownerOf(NftTable table) {
    return owner(tableWords, table.comment());
  }

  /** The name of the owner of the table of this text; empty if it is not this role's. */
  public Optional<String> ownerOfTable(String listing) {
    Matcher comment = COMMENT.matcher(listing);
    return comment.find() ? owner(tableWords, comment.group(1)) : Optional.empty();
  }

  /** The name of the owner of this link; empty if it is not this role's. */
  public Optional<String> ownerOf(Link link) {
    return owner(linkWords, link.alias());
  }

  private Optional<String> owner(String words, String text) {
    String beginning = words + " " + ownerWord + " ";
    return Optional.of(text)
        .filter(mark -> mark.startsWith(beginning))
        .map(mark -> mark.substring(beginning.length()))
        .filter(name -> OwnershipMark.NAME.matcher(name).matches());
  }
}
