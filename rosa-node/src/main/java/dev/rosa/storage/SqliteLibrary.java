package dev.rosa.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Native library of SQLite, unpacked into a folder of this process's user alone and loaded from
 * there once. The driver looks for leftovers of its own in the folder that it unpacks into, and
 * logs each that it cannot remove: in a folder that is everybody's, other users could write into
 * the log by files with such names. Stateless.
 */
final class SqliteLibrary {

  /** The driver's property for the folder that it unpacks into. */
  static final String FOLDER = "org.sqlite.tmpdir";

  /** The driver's property for a folder with an unpacked library. */
  static final String UNPACKED = "org.sqlite.lib.path";

  private static final Logger LOG = LoggerFactory.getLogger(SqliteLibrary.class);

  private SqliteLibrary() {}

  /** Loader of the library. */
  interface Loader {
    /** Loads it, unless it is loaded. */
    void load() throws Exception;
  }

  /** Loads it; a failure comes again, with its reason, when a database is opened. */
  static void load() {
    load(Path.of(System.getProperty("java.io.tmpdir")), SQLiteJDBCLoader::initialize);
  }

  /**
   * Loads it, unless an operator has named a folder.
   *
   * @param temporary where the folder is made
   */
  static void load(Path temporary, Loader loader) {
    if (System.getProperty(FOLDER) != null || System.getProperty(UNPACKED) != null) {
      return;
    }
    try {
      Path folder =
          Files.createTempDirectory(
              temporary,
              "rosa-sqlite-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      System.setProperty(FOLDER, folder.toString());
      try {
        loader.load();
      } finally {
        System.clearProperty(FOLDER);
        // A loaded library stays in memory without its file.
        delete(folder);
      }
    } catch (Exception e) {
      LOG.debug("SQLite's library is not loaded yet", e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
