package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the decision whether the router's user can change a file. */
@Tag("jdk")
class WriteAccessTest {

  private static final WriteAccess ROUTER = new WriteAccess(100, Set.of(100, 50));

  @Test
  void shouldReadTheEffectiveUserAndAllGroups() throws IOException {
    String status = "Uid:\t1\t100\t1\t1\nGid:\t1\t100\t1\t1\nGroups:\t50 \n";
    assertEquals(ROUTER, WriteAccess.parse(status));
    assertEquals(
        new WriteAccess(0, Set.of(0)),
        WriteAccess.parse("Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t\n"));
  }

  @Test
  void shouldCountWhatAnOwnerMayAllowItself() {
    assertTrue(ROUTER.mayChange(100, 0, 0_0444));
    assertTrue(ROUTER.mayChange(100, 0, 0_1755));
    assertFalse(ROUTER.mayChange(0, 0, 0_0755));
    assertFalse(ROUTER.mayChange(7, 7, 0_0775));
  }

  @Test
  void shouldCountWhatAGroupOrEverybodyMayWrite() {
    assertTrue(ROUTER.mayChange(0, 50, 0_0775));
    assertTrue(ROUTER.mayChange(0, 0, 0_0757));
    assertFalse(ROUTER.mayChange(0, 0, 0_1777));
    assertTrue(new WriteAccess(0, Set.of(0)).mayChange(0, 0, 0_0757));
    assertFalse(new WriteAccess(0, Set.of(0)).mayChange(0, 0, 0_0775));
  }

  @Test
  void shouldNameTheFolderAboveThatCanBeChanged(@TempDir Path folder) throws IOException {
    Path open = Files.createDirectory(folder.toRealPath().resolve("open"));
    Path inner = Files.createDirectory(open.resolve("inner"));
    Path jar = Files.createFile(inner.resolve("rosa-router.jar"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    WriteAccess stranger = new WriteAccess(Integer.MAX_VALUE, Set.of());
    assertEquals(Optional.of(open), stranger.changeable(jar));
    Path link = Files.createSymbolicLink(folder.resolve("link"), jar);
    assertEquals(Optional.of(open), stranger.changeable(link));
  }
}
