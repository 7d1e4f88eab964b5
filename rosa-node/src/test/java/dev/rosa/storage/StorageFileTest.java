package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.file.OwnFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a storage, which its user alone may read, write, or put others beside. */
class StorageFileTest {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Tables TABLES = TestTables.TABLES;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("role.db");
  }

  @Test
  void shouldRefuseWhatIsNotForItsOwnerAloneAndChangeNothing() throws Exception {
    Storage.check(StorageLocation.of(file), TABLES);
    assertFalse(Files.exists(file));
    assertRefused(folder, folder + ": is a folder, expected a file or none");
    Path lost = folder.resolve("nowhere/role.db");
    assertRefused(
        lost, lost + " lies in " + lost.getParent() + ", expected a folder that can be written");
    Files.createFile(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertRefused(
        file, file + ": others may use this storage, expected mode 0600 (chmod 600 " + file + ")");
    assertEquals(0, Files.size(file));
  }

  @Test
  void shouldRefuseWhereOthersCouldPutALogBesideIt() throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    String open =
        shared
            + ": all users may write to it (rwxrwxrwx), expected mode 0700 (chmod 700 "
            + shared
            + ")";
    assertRefused(shared.resolve("role.db"), open);
    Path link = Files.createSymbolicLink(mine.resolve("role.db"), shared.resolve("real.db"));
    assertRefused(
        link,
        link + ": is a symbolic link to nothing, expected a file, or the name of one to be made");
    Files.createFile(shared.resolve("real.db"), OWNER_ONLY);
    assertRefused(link, open);
    // The default of many systems, where each user has a group.
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxr-x"));
    Storage.check(StorageLocation.of(link), TABLES);
    Path log = Files.createFile(shared.resolve("real.db-wal"));
    Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertRefused(
        link, log + ": others may use this storage, expected mode 0600 (chmod 600 " + log + ")");
  }

  /** Members of a folder's group may replace files in it. */
  @Test
  void shouldRefuseAFileOrAKeyOfAnotherUserForAServer() throws Exception {
    Path made = folder.resolve("role.db");
    Path key = folder.resolve("role.key");
    StorageLocation location = StorageLocation.of(made).keyedBy(StorageKeyLocation.of(key));
    OwnFiles.require(location);
    Storage.open(location, TABLES).close();
    OwnFiles.require(location);
    boolean isRoot = Files.getAttribute(folder, "unix:uid").equals(0);
    Assumptions.assumeTrue(isRoot, "only root can give a file away");
    for (Path given : List.of(key, made)) {
      Files.setAttribute(given, "unix:uid", 65_534);
      Exception refused = assertThrows(ConfigException.class, () -> OwnFiles.require(location));
      assertEquals(
          made
              + ": the storage is not taken: "
              + given
              + ": belongs to user 65534, expected user 0 of this process, or root",
          refused.getMessage());
      Files.setAttribute(given, "unix:uid", 0);
    }
  }

  @Test
  void shouldRefuseTheFolderOfAnotherUser() throws Exception {
    Path others = Files.createDirectory(folder.resolve("others"));
    Path made = others.resolve("role.db");
    Storage.open(StorageLocation.of(made), TABLES).close();
    boolean isRoot = Files.getAttribute(folder, "unix:uid").equals(0);
    Assumptions.assumeTrue(isRoot, "only root can give a folder away");
    Files.setAttribute(others, "unix:uid", 65_534);
    String sentence = others + ": belongs to user 65534, expected user 0 of %s, or root";
    assertRefused(made, sentence.formatted(made));
    Path missing = others.resolve("new.db");
    StorageException refused =
        assertThrows(
            StorageException.class, () -> Storage.open(StorageLocation.of(missing), TABLES));
    assertEquals(sentence.formatted(missing), refused.getMessage());
    assertFalse(Files.exists(missing));
  }

  private static void assertRefused(Path file, String sentence) throws IOException {
    assertEquals(
        sentence,
        assertThrows(ConfigException.class, () -> Storage.check(StorageLocation.of(file), TABLES))
            .getMessage());
    assertThrows(ConfigException.class, () -> Storage.open(StorageLocation.of(file), TABLES));
  }
}
