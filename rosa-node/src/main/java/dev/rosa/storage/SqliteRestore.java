package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.storage.file.RestoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Restore of an SQLite storage from a backup. A copy of the backup is checked and marked as
 * restored; then it replaces the content of the storage in one step, while no other process has the
 * storage open. The content that was there is kept in a file beside it.
 *
 * @param storage the file to restore
 * @param key place of the key that must open the backup's secrets
 * @param tables of the role
 * @param owner the domain
 * @param at time of the restore
 */
record SqliteRestore(
    SqliteDialect storage, StorageKeyLocation key, Tables tables, StorageOwner owner, Instant at) {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * Restores it.
   *
   * @return the file with the content that was there; empty if there was none
   * @throws ConfigException in one line if the backup is not one of this storage's kind
   * @throws StorageException in one line if another process has the storage open, or the disk fails
   */
  Optional<Path> from(Path backup) throws ConfigException {
    storage.check();
    requireFile(backup);
    new RestoreFiles(storage.file()).removeLeft();
    SqliteDialect original = new SqliteDialect(backup);
    requireHeader(original, backup);
    Path copy = copyOf(backup);
    try {
      Unlocking unlocking = Storage.unlocking(original, tables, key);
      new CheckedBackup(original, copy, unlocking, owner).markRestored(at);
      return replaceBy(copy);
    } finally {
      delete(copy);
    }
  }

  private Optional<Path> replaceBy(Path copy) throws ConfigException {
    try (SqliteExclusive exclusive = SqliteExclusive.open(storage)) {
      Optional<Path> kept = exclusive.keepAs(kept());
      exclusive.replaceBy(copy);
      return kept;
    }
  }

  private Path kept() {
    return storage
        .file()
        .resolveSibling(storage.file().getFileName() + ".before-restore-" + STAMP.format(at));
  }

  private void requireFile(Path backup) throws ConfigException {
    if (!Files.isRegularFile(backup)) {
      throw new ConfigException(backup + ": no such file, expected a backup");
    }
    try {
      if (Files.exists(storage.file()) && Files.isSameFile(backup, storage.file())) {
        throw new ConfigException(backup + ": is the storage itself, expected a backup");
      }
    } catch (IOException e) {
      throw unreadable(backup, e);
    }
  }

  /** Before it is copied: something else may be large, and fill the disk. */
  private static void requireHeader(SqliteDialect original, Path backup) throws ConfigException {
    try {
      CheckedBackup.requireHeader(original, backup);
    } catch (IOException e) {
      throw unreadable(backup, e);
    }
  }

  private static ConfigException unreadable(Path backup, IOException e) {
    return new ConfigException(
        backup + ": the backup cannot be copied: " + ConfigException.oneLine(e), e);
  }

  /** A file beside the storage, its owner's alone. */
  private Path copyOf(Path backup) throws ConfigException {
    Path copy = null;
    boolean isWhole = false;
    try (InputStream in = Files.newInputStream(backup)) {
      copy = new RestoreFiles(storage.file()).create();
      try (OutputStream out = Files.newOutputStream(copy)) {
        in.transferTo(out);
      }
      isWhole = true;
      return copy;
    } catch (IOException e) {
      throw unreadable(backup, e);
    } finally {
      if (!isWhole && copy != null) {
        delete(copy);
      }
    }
  }

  private static void delete(Path copy) {
    try {
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      // The restore itself has succeeded or failed before.
      return;
    }
  }
}
