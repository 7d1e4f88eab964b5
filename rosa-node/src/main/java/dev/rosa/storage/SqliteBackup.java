package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.storage.file.DurableFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Backup of an SQLite storage: a database in one file of mode 0600, without a log beside it. It is
 * what the storage was at one moment, and has nothing that was deleted before.
 */
record SqliteBackup(Path target) {

  /** Answer of a database without damage. */
  static final String INTACT = "ok";

  /**
   * Writes it, reads it again and leaves it durable; servers read and write meanwhile.
   *
   * @param handle outside of a transaction
   * @throws ConfigException in one line if the file is there already, or its folder is not
   */
  void write(Handle handle) throws ConfigException {
    create();
    boolean isWhole = false;
    try {
      handle.execute("VACUUM INTO ?", target.toAbsolutePath().toString());
      requireIntact();
      sync();
      isWhole = true;
    } catch (RuntimeException | IOException e) {
      throw new StorageException(
          target + ": the backup cannot be written: " + SqliteDialect.sentence(e), e);
    } finally {
      if (!isWhole) {
        delete();
      }
    }
  }

  /** Before the first byte is in it, the file is its owner's alone. */
  void create() throws ConfigException {
    try {
      Files.createFile(target, PosixFilePermissions.asFileAttribute(SqliteDialect.OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException(target + ": is there already, expected a new file", e);
    } catch (IOException e) {
      throw new ConfigException(
          target + ": the backup cannot be made: " + ConfigException.oneLine(e), e);
    }
  }

  private void requireIntact() {
    String found =
        Jdbi.create("jdbc:sqlite:" + target.toAbsolutePath()).withHandle(SqliteBackup::damage);
    if (!found.equals(INTACT)) {
      throw new IllegalStateException("it was damaged on its way: " + found);
    }
  }

  private void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    DurableFolder.sync(target);
  }

  private void delete() {
    try {
      Files.deleteIfExists(target);
    } catch (IOException e) {
      // The failure that led here is what the operator must know.
      return;
    }
  }

  /** {@value #INTACT}, or the first damage of a database. */
  static String damage(Handle handle) {
    return handle.createQuery("PRAGMA integrity_check(1)").mapTo(String.class).first();
  }
}
