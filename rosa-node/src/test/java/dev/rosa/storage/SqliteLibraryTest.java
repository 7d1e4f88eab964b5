package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of the folder that SQLite's library is unpacked into. */
@Isolated("it changes system properties")
class SqliteLibraryTest {

  @TempDir private Path temporary;
  private final List<String> modes = new ArrayList<>();

  @BeforeEach
  @AfterEach
  void nameNoFolder() {
    System.clearProperty(SqliteLibrary.FOLDER);
  }

  private void unpack() throws IOException {
    Path folder = Path.of(System.getProperty(SqliteLibrary.FOLDER, temporary.toString()));
    modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    Files.createFile(folder.resolve("sqlite-1-libsqlitejdbc.so"));
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.toList();
    }
  }

  @Test
  void shouldUnpackWhereOthersCanLeaveNothingAndRemoveIt() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    SqliteLibrary.load(temporary, this::unpack);
    assertEquals(List.of("rwx------"), modes);
    assertEquals(List.of(), left());
    assertNull(System.getProperty(SqliteLibrary.FOLDER));
  }

  @Test
  void shouldRemoveWhatWasUnpackedIfItCannotBeLoaded() throws IOException {
    SqliteLibrary.load(
        temporary,
        () -> {
          unpack();
          throw new IOException("no");
        });
    assertEquals(List.of("rwx------"), modes);
    assertEquals(List.of(), left());
  }

  @Test
  void shouldLeaveAFolderThatAnOperatorHasNamed() throws IOException {
    System.setProperty(SqliteLibrary.FOLDER, temporary.toString());
    SqliteLibrary.load(temporary, this::unpack);
    assertEquals(List.of(), left());
    assertEquals(temporary.toString(), System.getProperty(SqliteLibrary.FOLDER));
  }
}
