package dev.rosa.identity;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Role of a node or person in a domain; the second part of a {@link RosaId} (PROTOCOL §6). */
public enum Role {
  /** The Authorization Server. */
  AS("as"),
  /** The Code Server. */
  CODESERVER("codeserver"),
  /** An Active Router. */
  ROUTER("router"),
  /** A person or program that asks for services or publishes code. */
  USER("user"),
  /** A person or program that administers the Authorization Server. */
  ADMIN("admin");

  private final String uriName;

  Role(String uriName) {
    this.uriName = uriName;
  }

  /** The role as it is spelled in an identity: {@code as}, {@code codeserver}, … */
  public String uriName() {
    return uriName;
  }

  /**
   * The role of that spelling.
   *
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public static Role ofUriName(String uriName) {
    for (Role role : values()) {
      if (role.uriName.equals(uriName)) {
        return role;
      }
    }
    String known = Arrays.stream(values()).map(Role::uriName).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("'" + uriName + "' is not a role, expected one of " + known);
  }
}
