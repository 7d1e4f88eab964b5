package dev.rosa.kernel.process;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder {@code native} beside a role's jar: the native libraries, unpacked, under the names
 * that they have in the jar. A library that is unpacked at the start belongs to the process's user.
 * Other processes of that user can change it before or after it is loaded; this folder can belong
 * to root. Without it everything is unpacked. Immutable.
 *
 * @param jar the file that this class is from
 */
record LibraryFolder(Path jar) {

  /** System property for ROSA's own libraries (module {@code native}): the folder's path. */
  static final String PROPERTY = "rosa.native.libraries";

  private static final String NAME = "native";
  private static final String JNA_LIBRARY = "libjnidispatch.so";

  /** JNA's names of the processors for which the build unpacks its library. */
  private static final Map<String, String> JNA_PLATFORMS =
      Map.of("amd64", "linux-x86-64", "aarch64", "linux-aarch64");

  /** SQLite's names of the same processors. */
  private static final Map<String, String> SQLITE_PLATFORMS =
      Map.of("amd64", "x86_64", "aarch64", "aarch64");

  private static final String SQLITE_LIBRARY = "libsqlitejdbc.so";

  /** That of the jar which runs; empty if these classes are not in a jar. */
  static Optional<LibraryFolder> ofThisJar() {
    CodeSource source = LibraryFolder.class.getProtectionDomain().getCodeSource();
    try {
      Path place = source == null ? null : Path.of(source.getLocation().toURI());
      return place == null || !Files.isRegularFile(place)
          ? Optional.empty()
          : Optional.of(new LibraryFolder(place));
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Not a file, but something that a class loader of its own reads.
      return Optional.empty();
    }
  }

  Path path() {
    return jar.resolveSibling(NAME);
  }

  /** JNA's library for this processor; empty if it is not there. */
  Optional<Path> jnaLibrary() {
    String platform = JNA_PLATFORMS.get(System.getProperty("os.arch"));
    return Optional.ofNullable(platform)
        .map(name -> path().resolve("com/sun/jna").resolve(name).resolve(JNA_LIBRARY))
        .filter(Files::isRegularFile);
  }

  /**
   * System properties by which JNA, SQLite and ROSA's native code load from here, and from nowhere
   * else.
   */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    jnaLibrary()
        .ifPresent(
            library -> {
              properties.put("jna.boot.library.path", library.getParent().toString());
              properties.put("jna.nounpack", "true");
              properties.put("jna.nosys", "true");
              properties.put(PROPERTY, path().toString());
            });
    sqliteLibrary()
        .ifPresent(
            library -> properties.put("org.sqlite.lib.path", library.getParent().toString()));
    return properties;
  }

  private Optional<Path> sqliteLibrary() {
    String platform = SQLITE_PLATFORMS.get(System.getProperty("os.arch"));
    return Optional.ofNullable(platform)
        .map(name -> path().resolve("org/sqlite/native/Linux").resolve(name))
        .map(folder -> folder.resolve(SQLITE_LIBRARY))
        .filter(Files::isRegularFile);
  }

  /** All that this JVM runs: the jar, the libraries beside it, Java. */
  List<Path> programs() throws IOException {
    List<Path> all = new ArrayList<>(List.of(jar, Path.of(System.getProperty("java.home"))));
    try (var libraries = Files.walk(path())) {
      libraries.forEach(all::add);
    }
    return all;
  }
}
