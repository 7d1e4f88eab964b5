package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers whose storage is on a full disk: a small file system in a namespace of the test's own.
 */
@Tag("endtoend")
class StorageTroubleTest {

  private static final String ON_SMALL_DISK =
      "mount -t tmpfs -o size=8k,mode=700 none \"$1\"; shift; exec \"$@\"";

  /** Leaves no room beside a storage that another command has made. */
  private static final String ON_FULL_DISK =
      "mount -t tmpfs -o size=2m,mode=700 none \"$1\"; disk=$1; shift; \"$@\" user list >/dev/null"
          + " 2>&1; cat /dev/zero >\"$disk/rest\" 2>/dev/null || true; exec \"$@\" user add bob";

  /** Leaves no room for a backup; lists what is left of it. */
  private static final String ON_SMALL_BACKUP_DISK =
      "mkdir \"$1/small\"; mount -t tmpfs -o size=64k,mode=700 none \"$1/small\"; disk=$1; shift;"
          + " \"$@\" user list >/dev/null 2>&1;"
          + " \"$@\" backup \"$disk/small/as.db\" || { ls \"$disk/small\"; exit 1; }";

  @TempDir Path folder;
  private LabFiles files;

  @BeforeEach
  void makeDomain() throws Exception {
    files = new LabFiles(folder, LabAddresses.free());
    files.create(LabAddresses.one());
    Files.createDirectory(files.file("disk"));
    for (String config : List.of("as.xml", "codeserver.xml")) {
      String text = Files.readString(files.file(config));
      Files.writeString(
          files.file(config), text.replace("<storage>", "<storage>" + files.file("disk") + "/"));
    }
  }

  /** The lines of a node, which must fail. */
  private List<String> fail(String script, Path jar, String config) throws Exception {
    List<String> command = new ArrayList<>(List.of("unshare", "-Urm", "sh", "-ec", script, "sh"));
    command.add(files.file("disk").toString());
    command.addAll(RoleJars.command(jar, List.of("--config", files.file(config).toString())));
    Program.Outcome node = Program.of(config, command).run();
    assertTrue(node.exit() == 1 || node.exit() == 2, () -> "" + node.exit());
    return node.out().lines().toList();
  }

  private static void assertOneLine(String start, List<String> lines) {
    assertEquals(1, lines.size(), () -> String.join("\n", lines));
    assertTrue(lines.get(0).startsWith(start), lines.get(0));
    assertTrue(lines.get(0).endsWith(" KiB left"), lines.get(0));
  }

  @Test
  void shouldSayInOneLineThatThereIsNoRoomForANewStorage() throws Exception {
    assertOneLine(
        "rosa-as: " + files.file("disk/as.db") + ": the storage cannot be used: [SQLITE_",
        fail(ON_SMALL_DISK, RoleJars.AS, "as.xml"));
    assertOneLine(
        "rosa-codeserver: " + files.file("disk/cs.db") + ": the storage cannot be used: [SQLITE_",
        fail(ON_SMALL_DISK, RoleJars.CODE_SERVER, "codeserver.xml"));
  }

  @Test
  void shouldSayInOneLineThatAStorageCannotGrow() throws Exception {
    assertOneLine(
        "rosa-as user add: " + files.file("disk/as.db") + ": the storage cannot be used: [SQLITE_",
        fail(ON_FULL_DISK, RoleJars.AS, "as.xml"));
  }

  @Test
  void shouldLeaveNoPartOfABackupThatFindsNoRoom() throws Exception {
    List<String> lines = fail(ON_SMALL_BACKUP_DISK, RoleJars.AS, "as.xml");
    assertEquals(1, lines.size(), () -> String.join("\n", lines));
    String expected =
        "rosa-as backup: %s: the backup cannot be written: [SQLITE_FULL]"
            .formatted(files.file("disk/small/as.db"));
    assertTrue(lines.get(0).startsWith(expected), lines.get(0));
  }
}
