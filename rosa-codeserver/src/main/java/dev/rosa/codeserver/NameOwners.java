package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/**
 * Owners of the names that codes have: those whom the operator lists for a name, else the publisher
 * who used it first. A name stays theirs when its codes are withdrawn. Thread-safe.
 */
final class NameOwners {

  /** Names of users by the name of a code. */
  private final Map<String, Set<String>> listed;

  private final PublisherQuota quota;

  NameOwners(Map<String, Set<String>> listed, PublisherQuota quota) {
    this.listed = Map.copyOf(listed);
    this.quota = quota;
  }

  /**
   * Takes a name for a publisher, unless it is theirs already.
   *
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if it is another's, RESOURCE_EXHAUSTED if
   *     the publisher has no room for a further one
   */
  void claim(Handle handle, String name, RosaId publisher) {
    Set<String> owners = listed.get(name);
    if (owners != null) {
      require(owners.contains(publisher.name()), name, String.join(", ", new TreeSet<>(owners)));
      return;
    }
    Optional<String> owner = owner(handle, name);
    if (owner.isPresent()) {
      require(owner.get().equals(publisher.toString()), name, owner.get());
      return;
    }
    quota.requireRoomForName(publisher, owned(handle, publisher));
    handle.execute(
        "INSERT INTO code_name (name, publisher) VALUES (?, ?)", name, publisher.toString());
  }

  private static int owned(Handle handle, RosaId publisher) {
    return handle
        .createQuery("SELECT COUNT(*) FROM code_name WHERE publisher = ?")
        .bind(0, publisher.toString())
        .mapTo(Integer.class)
        .one();
  }

  private static Optional<String> owner(Handle handle, String name) {
    return handle
        .createQuery("SELECT publisher FROM code_name WHERE name = ?")
        .bind(0, name)
        .mapTo(String.class)
        .findOne();
  }

  private static void require(boolean theirs, String name, String owners) {
    if (!theirs) {
      throw Status.ALREADY_EXISTS
          .withDescription(
              "the name '%s' belongs to %s, expected another name or a line of the operator's for it"
                  .formatted(name, owners))
          .asRuntimeException();
    }
  }
}
