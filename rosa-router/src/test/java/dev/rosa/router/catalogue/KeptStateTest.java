package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.control.v1.SignedState;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of kept state that another user may have written to. */
class KeptStateTest {

  private static final int STRANGER = 54_321;

  @TempDir Path directory;
  private Path folder;
  private Path state;

  @BeforeEach
  void make() throws Exception {
    folder = directory.resolve("r1.state");
    state = folder.resolve("state");
    assertTrue(KeptState.open(folder).isKept());
    Files.writeString(state, "kept before");
    mode(state, "rw-------");
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private void assertRefused(String message) {
    assertEquals(
        message, assertThrows(IOException.class, () -> KeptState.open(folder)).getMessage());
  }

  private void assertModeRefused(Path path, String mode, String expected) throws IOException {
    mode(path, mode);
    String message =
        path + ": others than the owner may write to it (" + mode + "), expected mode " + expected;
    assertRefused(message);
    assertEquals(
        message, assertThrows(IOException.class, () -> KeptState.check(folder)).getMessage());
    mode(path, expected);
    KeptState.check(folder);
  }

  @Test
  void shouldNotCallTheEndOfTheRouterAFailure() throws Exception {
    KeptState kept = KeptState.open(folder);
    try (CapturedLog log = CapturedLog.of(KeptState.class)) {
      Thread.currentThread().interrupt();
      kept.keep(SignedState.getDefaultInstance(), Instant.EPOCH, Set.of());
      assertTrue(Thread.interrupted());
      assertEquals(List.of(), log.linesWith("ERROR"));
    }
    assertEquals("kept before", Files.readString(state));
  }

  @Test
  void shouldSayThatNothingIsKeptUntilAStateIsOnTheDiskAgain() throws Exception {
    KeptState kept = KeptState.open(folder);
    assertTrue(kept.isKept());
    Path file = folder.resolve("state");
    Files.delete(file);
    Path inTheWay = Files.createDirectories(file.resolve("file"));
    kept.keep(SignedState.getDefaultInstance(), Instant.EPOCH, Set.of());
    assertFalse(kept.isKept());

    Files.delete(inTheWay);
    Files.delete(file);
    kept.keep(SignedState.getDefaultInstance(), Instant.EPOCH, Set.of());
    assertTrue(kept.isKept());
  }

  @Test
  void shouldRefuseWhatOthersMayWriteTo() throws Exception {
    assertModeRefused(folder, "rwxrwx---", "rwx------");
    assertModeRefused(folder, "rwx----w-", "rwx------");
    assertModeRefused(state, "rw--w----", "rw-------");
    Files.writeString(folder.resolve("witness.key"), "a key");
    assertModeRefused(folder.resolve("witness.key"), "rw-rw-rw-", "rw-------");
    assertTrue(KeptState.open(folder).isKept());
  }

  @Test
  void shouldRefuseWhatBelongsToAnotherUser() throws Exception {
    for (Path path : List.of(state, folder)) {
      int user = (Integer) Files.getAttribute(path, "unix:uid");
      assumeTrue(user == 0, "only root gives files away");
      Files.setAttribute(path, "unix:uid", STRANGER);
      assertRefused(
          path + ": belongs to user 54321, expected user " + user + " of this process, or root");
      Files.setAttribute(path, "unix:uid", user);
    }
    assertTrue(KeptState.open(folder).isKept());
  }

  @Test
  void shouldRefuseALinkInPlaceOfAFile() throws Exception {
    Path elsewhere = Files.move(state, directory.resolve("elsewhere"));
    Files.createSymbolicLink(state, elsewhere);
    assertRefused(state + ": is no file, expected one or none");
  }

  @Test
  void shouldTakeASegmentOfAnyModeAndLeaveNothingBehind() throws Exception {
    mode(Files.createDirectory(folder.resolve("lost+found")), "rwxrwxrwx");
    Path segment = Files.writeString(folder.resolve("ab".repeat(32)), "its name tells its content");
    mode(segment, "rw-rw-rw-");
    assertTrue(KeptState.open(folder).isKept());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(3, files.count());
    }
  }
}
