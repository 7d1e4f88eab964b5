package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of libraries beside a jar, and of the message if other users can change them. */
@Tag("jdk")
class LibraryFolderTest {

  private static final WriteAccess STRANGER = new WriteAccess(Integer.MAX_VALUE, Set.of());
  private static final WriteAccess ROOT = new WriteAccess(0, Set.of(0));

  @TempDir private Path place;
  private LibraryFolder folder;

  @BeforeEach
  void makeJar() throws IOException {
    place = place.toRealPath();
    folder = new LibraryFolder(Files.createFile(place.resolve("rosa-router.jar")));
  }

  private Path unpack() throws IOException {
    assumeTrue(Set.of("amd64", "aarch64").contains(System.getProperty("os.arch")));
    for (String platform : List.of("linux-x86-64", "linux-aarch64")) {
      Path inside = Files.createDirectories(place.resolve("native/com/sun/jna/" + platform));
      Files.createFile(inside.resolve("libjnidispatch.so"));
    }
    return folder.jnaLibrary().orElseThrow();
  }

  private String gap(WriteAccess access) throws IOException {
    return PrivateJvm.gap(Optional.of(folder), access).orElse("none");
  }

  @Test
  void shouldChangeNothingWhereThereIsNoFolder() {
    assertEquals(Map.of(), folder.properties());
  }

  @Test
  void shouldLoadFromTheFolderAndUnpackNothing() throws IOException {
    Path library = unpack();
    assertEquals(
        Map.of(
            "jna.boot.library.path",
            library.getParent().toString(),
            "jna.nounpack",
            "true",
            "jna.nosys",
            "true",
            "rosa.native.libraries",
            place.resolve("native").toString()),
        folder.properties());
  }

  @Test
  void shouldLetSqliteLoadFromTheFolderWhereItIsThere() throws IOException {
    unpack();
    for (String platform : List.of("x86_64", "aarch64")) {
      Path inside =
          Files.createDirectories(place.resolve("native/org/sqlite/native/Linux/" + platform));
      Files.createFile(inside.resolve("libsqlitejdbc.so"));
    }

    String path = folder.properties().get("org.sqlite.lib.path");

    assertTrue(Files.isRegularFile(Path.of(path, "libsqlitejdbc.so")), path);
  }

  @Test
  void shouldSayThatTheUserUnpacksLibraries() throws IOException {
    assertTrue(
        gap(STRANGER)
            .endsWith(
                "native libraries are not in "
                    + place.resolve("native")
                    + ", so this user unpacks them"));
    assertEquals("none", gap(ROOT));
  }

  @Test
  void shouldSayWhatTheUserCanChange() throws IOException {
    Path library = unpack();
    assertEquals("none", gap(STRANGER));
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertTrue(gap(STRANGER).endsWith(": this user can change " + library), gap(STRANGER));
  }
}
