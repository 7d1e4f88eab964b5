package dev.rosa.proxy.login.password;

import dev.rosa.config.BoundedFile;
import dev.rosa.config.PrivateFile;
import dev.rosa.storage.file.DurableFile;
import dev.rosa.storage.file.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * File of users' passwords, of mode 0600: a line {@code name:HASH} for each user, sorted by name.
 * It is replaced as a whole. Messages have no part of a hash. One process changes it at a time; any
 * may read it.
 */
public final class PasswordFile {
  private static final int MOST_BYTES = 16 << 20;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

  private final Path path;

  /** A file that may not be there yet. */
  public PasswordFile(Path path) {
    this.path = path;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * Reads all of it; no users if there is no file.
   *
   * @throws IOException in one line with the file and the line: it cannot be read, others than the
   *     owner have access, or a line is no user
   */
  public Map<String, PasswordHash> read() throws IOException {
    try {
      byte[] bytes = BoundedFile.require(path, MOST_BYTES);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      PrivateFile.requireOwnerOnly(path, "these passwords");
      return parse(text);
    } catch (NoSuchFileException e) {
      return Map.of();
    }
  }

  private Map<String, PasswordHash> parse(String text) throws IOException {
    Map<String, PasswordHash> users = new TreeMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon);
      try {
        requireName(name);
        if (users.put(name, PasswordHash.parse(line.substring(colon + 1))) != null) {
          throw new IllegalArgumentException("user " + name + " is there twice");
        }
      } catch (IllegalArgumentException e) {
        throw new IOException(path + ":" + number + ": " + e.getMessage(), e);
      }
    }
    return Collections.unmodifiableMap(users);
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      // A name may be a password that stands in the wrong place.
      throw new IllegalArgumentException(
          "no user, expected a name of up to 63 lower-case letters, digits, dots and hyphens");
    }
  }

  /**
   * Gives a user a password, or another one.
   *
   * @return whether the user had one before
   * @throws IOException in one line
   */
  public boolean put(String name, PasswordHash hash) throws IOException {
    requireName(name);
    return changed(users -> users.put(name, hash)).isPresent();
  }

  /**
   * Takes a user's password away.
   *
   * @return whether the user had one
   * @throws IOException in one line
   */
  public boolean remove(String name) throws IOException {
    return changed(users -> users.remove(name)).isPresent();
  }

  /** What was there before. */
  private Optional<PasswordHash> changed(Function<Map<String, PasswordHash>, PasswordHash> change)
      throws IOException {
    ProcessLock lock = lock();
    try {
      Map<String, PasswordHash> users = new TreeMap<>(read());
      Optional<PasswordHash> before = Optional.ofNullable(change.apply(users));
      write(users);
      return before;
    } finally {
      lock.close();
    }
  }

  private ProcessLock lock() throws IOException {
    return ProcessLock.take(
        path.resolveSibling(path.getFileName() + ".lock"),
        path + ": another command changes it, expected to be tried again");
  }

  private void write(Map<String, PasswordHash> users) throws IOException {
    StringBuilder text = new StringBuilder();
    users.forEach((name, hash) -> text.append(name).append(':').append(hash.text()).append('\n'));
    DurableFile.replace(
        path, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1)));
  }
}
