package dev.rosa.router.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.role.AdministrationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeRequestTest {

  private static final String STOPPED = "0123456789abcdef";

  @TempDir private Path directory;
  private Path folder;
  private ResumeWatch watch;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void nameFolder() {
    folder = directory.resolve("record.resume");
  }

  @AfterEach
  void close() {
    if (watch != null) {
      watch.close();
    }
  }

  private void watch() throws IOException {
    watch = ResumeWatch.start(folder, this::resume);
  }

  private int resume(String digits) {
    asked.add(digits);
    return STOPPED.startsWith(digits) ? 1 : 0;
  }

  private String refusal(String digits) {
    return assertThrows(
            AdministrationException.class, () -> new ResumeRequest(folder, digits).make())
        .getMessage();
  }

  @Test
  void shouldRemoveNoFileThatIsNoRequestOrAnswer() throws Exception {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Path other = Files.writeString(folder.resolve("notes.txt"), "not the router's");
    watch();
    assertTrue(Files.exists(other));
  }

  @Test
  void shouldRemoveNothingBehindALink() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Path other = Files.writeString(elsewhere.resolve("group"), "not the router's");
    Files.createSymbolicLink(folder, elsewhere);
    assertThrows(IOException.class, this::watch);
    assertTrue(Files.exists(other));
  }

  @Test
  void shouldLetCodeRunAgainThatTheRouterHasStopped() throws Exception {
    watch();
    new ResumeRequest(folder, "01234567").make();
    new ResumeRequest(folder, "01234567").make();
    assertEquals(List.of("01234567", "01234567"), asked);
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void shouldRefuseCodeThatIsNotStopped() throws Exception {
    watch();
    assertEquals(
        "the router has stopped no code whose digest begins with ffffffff", refusal("ffffffff"));
  }

  @Test
  void shouldSayThatNoRouterLooks() {
    assertTrue(refusal("01234567").contains("is it running?"));
  }

  @Test
  void shouldRefuseWhatIsNoDigest() {
    assertEquals("a code is named by 8 to 64 digits of its digest in hex", refusal("../../x"));
    assertEquals("a code is named by 8 to 64 digits of its digest in hex", refusal("0123456"));
  }

  @Test
  void shouldNotTakeRequestsOutOfFolderThatOthersMayWriteTo() throws IOException {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    IOException refused =
        assertThrows(IOException.class, () -> ResumeWatch.start(folder, this::resume));
    assertTrue(refused.getMessage().contains("others than the owner may write"));
  }

  @Test
  void shouldForgetRequestsFromBeforeTheStart() throws Exception {
    Files.createDirectory(folder);
    Files.createFile(folder.resolve("01234567"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    watch();
    assertTrue(refusal("89abcdef").contains("has stopped no code"));
    assertEquals(List.of("89abcdef"), asked);
  }
}
