package dev.rosa.as.records;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.rosa.as.policy.Rule;
import dev.rosa.storage.Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Cache in memory of the users, codes and rules, by which requests are decided. They are read again
 * when a request finds another version in the storage, which every change of them raises, by this
 * process or another. Thread-safe.
 */
public final class PolicyMemory {

  /** No version of a storage. */
  private static final long NONE = -1;

  /** Users and codes by name, and the rules in their order, all of one version. */
  public record Policy(
      long version,
      Map<String, UserRegistry.User> users,
      Map<String, CodeRegistry.Code> codes,
      List<Rule> rules) {

    /** The active user of a name. */
    public Optional<UserRegistry.User> user(String name) {
      return Optional.ofNullable(users.get(name));
    }

    /** The active code of a name. */
    public Optional<CodeRegistry.Code> code(String name) {
      return Optional.ofNullable(codes.get(name));
    }
  }

  private final Storage storage;
  private volatile Policy remembered = new Policy(NONE, Map.of(), Map.of(), List.of());

  public PolicyMemory(Storage storage) {
    this.storage = storage;
  }

  /**
   * The policy of a version that the storage has had, or of a later one.
   *
   * @param version as {@link PriorState} has it, read after the request came
   */
  public Policy at(long version) {
    Policy policy = remembered;
    return policy.version() == version ? policy : readUnlessAt(version);
  }

  /** One reads, the others wait for it. */
  private synchronized Policy readUnlessAt(long version) {
    if (remembered.version() != version) {
      remembered = storage.withHandle(PolicyMemory::read);
    }
    return remembered;
  }

  /**
   * Without a lock of the storage: a change meanwhile shows in the version, and all is read anew.
   */
  private static Policy read(Handle handle) {
    Policy policy = read(handle, version(handle));
    for (long now = version(handle); now != policy.version(); now = version(handle)) {
      policy = read(handle, now);
    }
    return policy;
  }

  private static Policy read(Handle handle, long version) {
    return new Policy(
        version,
        UserRegistry.list(handle).stream()
            .collect(toUnmodifiableMap(UserRegistry.User::name, identity())),
        CodeRegistry.list(handle).stream()
            .collect(toUnmodifiableMap(CodeRegistry.Code::name, identity())),
        List.copyOf(RuleBook.list(handle)));
  }

  private static long version(Handle handle) {
    return handle.createQuery("SELECT version FROM policy_version").mapTo(Long.class).one();
  }
}
