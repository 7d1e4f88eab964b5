package dev.rosa.proxy.login.password;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Passwords of a file as they are in force. A change of the file is taken by {@link #refresh}; a
 * file with a mistake changes nothing. {@link #of} by any thread, {@code refresh} by one.
 */
public final class Passwords {
  private final PasswordFile file;
  private volatile Map<String, PasswordHash> users;
  private Stamp stamp;

  /** What changes with each replacement of the file. */
  private record Stamp(Object key, long modifiedNanos, long bytes) {
    static Optional<Stamp> of(Path path) throws IOException {
      try {
        BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
        return Optional.of(
            new Stamp(now.fileKey(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS), now.size()));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }
  }

  private Passwords(PasswordFile file, Map<String, PasswordHash> users, Stamp stamp) {
    this.file = file;
    this.users = users;
    this.stamp = stamp;
  }

  /**
   * Reads a file.
   *
   * @throws IOException as {@link PasswordFile#read}
   */
  public static Passwords load(Path path) throws IOException {
    PasswordFile file = new PasswordFile(path);
    // Before the file: a change in between is seen by the next look.
    Stamp stamp = Stamp.of(path).orElse(null);
    return new Passwords(file, file.read(), stamp);
  }

  /** The hash of a user's password, if there is one. */
  Optional<PasswordHash> of(String name) {
    return Optional.ofNullable(users.get(name));
  }

  /**
   * Takes the file as it is now, if it has changed.
   *
   * @return users whose password has changed or is gone: their logins are no longer theirs
   * @throws IOException as {@link PasswordFile#read}, once for each change
   */
  public Set<String> refresh() throws IOException {
    Stamp now = Stamp.of(file.path()).orElse(null);
    if (now == null ? stamp == null : now.equals(stamp)) {
      return Set.of();
    }
    stamp = now;
    Map<String, PasswordHash> changed = file.read();
    Set<String> gone = new HashSet<>();
    users.forEach(
        (name, hash) -> {
          PasswordHash other = changed.get(name);
          if (other == null || !other.isSameAs(hash)) {
            gone.add(name);
          }
        });
    users = changed;
    return gone;
  }
}
