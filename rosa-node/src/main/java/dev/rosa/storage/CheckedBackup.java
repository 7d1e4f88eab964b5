package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.sqlite.SQLiteDataSource;

/**
 * Check of a backup file on a copy, which is marked as restored and then replaces a role's storage.
 * Messages name the file.
 *
 * @param original the file, as a dialect
 * @param copy of it, which is opened instead
 * @param unlocking with the storage key of today
 * @param owner the domain
 */
record CheckedBackup(SqliteDialect original, Path copy, Unlocking unlocking, StorageOwner owner) {

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = 100;

  /** Version of the format in which a log belongs to the file. */
  private static final byte WITH_LOG = 2;

  private static final int FORMAT = 18;

  /**
   * Checks the copy, and marks it as restored.
   *
   * @throws ConfigException in one line if it cannot take the storage's place
   */
  void markRestored(Instant at) throws ConfigException {
    try {
      requireHeader(original, copy);
    } catch (IOException e) {
      throw damaged(ConfigException.oneLine(e), e);
    }
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + copy.toAbsolutePath());
    try {
      Jdbi jdbi = Jdbi.create(source);
      // First: other statements could run what the backup's maker has put there.
      jdbi.useHandle(new BackupSchema(original, copy, unlocking.tables())::require);
      jdbi.useHandle(this::requireIntact);
      jdbi.useHandle(this::requireOwner);
      jdbi.useHandle(handle -> StorageIdentity.setRestoredAt(handle, at));
    } catch (RuntimeException e) {
      throw damaged(SqliteDialect.sentence(e), e);
    }
  }

  private ConfigException refusal(String sentence) {
    return refusal(original, sentence);
  }

  private static ConfigException refusal(SqliteDialect original, String sentence) {
    return new ConfigException(original.name() + ": " + sentence);
  }

  private ConfigException damaged(String how, Exception cause) {
    return new ConfigException(
        original.name() + ": is damaged (" + printable(how) + "), expected a whole backup", cause);
  }

  /** Without what would act on a terminal: the text may be the backup's. */
  private static String printable(String text) {
    return text.replaceAll("[^ -~]", "?");
  }

  /**
   * Looks whether a file can be a backup at all.
   *
   * @param original the file, as a dialect
   * @param file the same, or its copy
   * @throws ConfigException in one line if it cannot
   * @throws IOException if it cannot be read
   */
  static void requireHeader(SqliteDialect original, Path file) throws ConfigException, IOException {
    byte[] header;
    try (InputStream in = Files.newInputStream(file)) {
      header = in.readNBytes(HEADER_BYTES);
    }
    if (header.length < HEADER_BYTES || !Arrays.equals(MAGIC, 0, 16, header, 0, 16)) {
      throw refusal(original, "is no database, expected a file that the command 'backup' made");
    }
    if (header[FORMAT] == WITH_LOG) {
      throw refusal(
          original,
          "is a copy of a database in use, expected a file that the command 'backup' made");
    }
  }

  private void requireIntact(Handle handle) throws ConfigException {
    String found = SqliteBackup.damage(handle);
    if (!found.equals(SqliteBackup.INTACT)) {
      throw damaged(found.lines().findFirst().orElse(""), null);
    }
  }

  private void requireOwner(Handle handle) throws ConfigException {
    String role = unlocking.tables().schema();
    Optional<StorageIdentity> identity = StorageIdentity.find(handle);
    if (identity.isEmpty()) {
      throw refusal("is no storage of a role, expected a backup of one of " + role);
    }
    identity.get().requireOwner(original.name(), owner);
    SealedSecrets unused = unlocking.opened(identity.get());
  }
}
