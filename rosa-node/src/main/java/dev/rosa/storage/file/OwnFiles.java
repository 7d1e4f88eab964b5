package dev.rosa.storage.file;

import dev.rosa.config.ConfigException;
import dev.rosa.config.PrivateFolder;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageKeyLocation.Source;
import dev.rosa.config.StorageLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Check of a server's storage: its files and its key, and their folders, must be the server's
 * user's, or root's. Other members of the folder's group could put theirs in their place. Commands
 * of root may work with those of a server's user. Stateless.
 */
public final class OwnFiles {

  private OwnFiles() {}

  /**
   * Checks what is there; a server with another database has no files. A folder that cannot be used
   * is left to the opening of the storage.
   *
   * @throws ConfigException in one line if a file is another user's
   */
  public static void require(StorageLocation location) throws ConfigException {
    Path file = location.file().map(Path::toAbsolutePath).orElse(null);
    if (file != null && Files.isWritable(file.getParent())) {
      require(file, key(location));
    }
  }

  private static Stream<Path> key(StorageLocation location) {
    return location
        .key()
        .filter(place -> place.source() == Source.FILE)
        .map(StorageKeyLocation::name)
        .map(Path::of)
        .stream();
  }

  private static void require(Path file, Stream<Path> key) throws ConfigException {
    List<Path> files = Stream.concat(key, Stream.of(file)).filter(Files::exists).toList();
    try {
      PrivateFolder.requireOurs(file.getParent(), files);
      for (Path one : files) {
        PrivateFolder.requireOurs(file.getParent(), List.of(one.toRealPath().getParent()));
      }
    } catch (IOException e) {
      throw new ConfigException(file + ": the storage is not taken: " + e.getMessage(), e);
    }
  }
}
