package dev.rosa.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Search for a secret in the files of a database. Stateless. */
public final class StoredBytes {

  private StoredBytes() {}

  /** Names of the database's files, its log included, that hold these bytes. */
  public static List<String> filesWith(byte[] secret, Path database) throws IOException {
    String wanted = new String(secret, ISO_8859_1);
    String name = database.getFileName().toString();
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(database.getParent())) {
      for (Path file : files.sorted().toList()) {
        String each = file.getFileName().toString();
        if (each.startsWith(name) && Files.readString(file, ISO_8859_1).contains(wanted)) {
          found.add(each);
        }
      }
    }
    return found;
  }
}
