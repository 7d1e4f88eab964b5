package dev.rosa.identity;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a node or user: {@code rosa://DOMAIN/ROLE/NAME} (PROTOCOL §6).
 *
 * @param domain the domain's number as it is on the wire, unsigned 32 bits
 * @param role what it is
 * @param name unique in the domain: a lower-case letter or digit, then up to 62 of letters, digits,
 *     dot and hyphen
 */
public record RosaId(int domain, Role role, String name) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");
  private static final Pattern URI =
      Pattern.compile("rosa://(0|[1-9][0-9]{0,9})/([a-z]{1,16})/([a-z0-9.-]{1,63})");

  /** Checks the name. */
  public RosaId {
    Objects.requireNonNull(role);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is not a name, expected at most 63 of a-z, 0-9, '.' and '-', beginning with a"
              + " letter or digit");
    }
  }

  /**
   * Reads an identity in its one spelling.
   *
   * @throws IllegalArgumentException if it is none; the message says what was expected
   */
  public static RosaId parse(String uri) {
    Matcher parts = URI.matcher(uri);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + uri + "' is not an identity, expected rosa://DOMAIN/ROLE/NAME");
    }
    long domain = Long.parseLong(parts.group(1));
    if (domain > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(
          "'" + uri + "' is not an identity, its domain is above 4294967295");
    }
    return new RosaId((int) domain, Role.ofUriName(parts.group(2)), parts.group(3));
  }

  @Override
  public String toString() {
    return "rosa://" + Integer.toUnsignedString(domain) + "/" + role.uriName() + "/" + name;
  }
}
