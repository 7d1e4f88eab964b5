package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Owners of the names that codes have: those whom the operator lists for a name, else the publisher
 * who used it first. A name stays theirs when its codes are withdrawn. Thread-safe.
 */
final class NameOwners {

  /** Names of users by the name of a code. */
  private final Map<String, Set<String>> listed;

  NameOwners(Map<String, Set<String>> listed) {
    this.listed = Map.copyOf(listed);
  }

  /**
   * Takes a name for a publisher, unless it is another's.
   *
   * @return empty if the publisher may use it, else one line that says whose it is
   */
  Optional<String> claim(Handle handle, String name, RosaId publisher) {
    Set<String> owners = listed.get(name);
    if (owners != null) {
      return owners.contains(publisher.name())
          ? Optional.empty()
          : Optional.of(refusal(name, owners.stream().sorted().collect(Collectors.joining(", "))));
    }
    String owner = owner(handle, name).orElse(null);
    if (owner == null) {
      handle.execute(
          "INSERT INTO code_name (name, publisher) VALUES (?, ?)", name, publisher.toString());
      return Optional.empty();
    }
    return owner.equals(publisher.toString())
        ? Optional.empty()
        : Optional.of(refusal(name, owner));
  }

  private static Optional<String> owner(Handle handle, String name) {
    return handle
        .createQuery("SELECT publisher FROM code_name WHERE name = ?")
        .bind(0, name)
        .mapTo(String.class)
        .findOne();
  }

  private static String refusal(String name, String owners) {
    return "the name '%s' belongs to %s, expected another name or a line of the operator's for it"
        .formatted(name, owners);
  }
}
