package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the bound on bytes that are read of files, devices and pipes. */
class BoundedFileTest {

  @TempDir private Path folder;

  @Test
  void shouldReadAsMuchAsIsAllowed() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
    assertArrayEquals(new byte[] {1, 2, 3}, BoundedFile.read(file, 3).orElseThrow());
    assertEquals(Optional.empty(), BoundedFile.read(file, 2));
  }

  @Test
  void shouldEndAtADeviceThatDoesNot() throws IOException {
    assertEquals(Optional.empty(), BoundedFile.read(Path.of("/dev/zero"), 100));
    assertEquals(0, BoundedFile.read(Path.of("/dev/null"), 100).orElseThrow().length);
  }

  @Test
  void shouldReadLinesUpToTheLongestAndTellWhichHaveAnEnd() throws IOException {
    BoundedLines lines = new BoundedLines(new StringReader("123\n\n12"), 3);
    assertEquals("123", lines.next());
    assertTrue(lines.isWhole());
    assertEquals("", lines.next());
    assertEquals("12", lines.next());
    assertEquals(3, lines.number());
    assertFalse(lines.isWhole());
    assertNull(lines.next());
  }

  @Test
  void shouldRefuseALineThatIsLonger() throws IOException {
    BoundedLines lines = new BoundedLines(new StringReader("1\n1234\n"), 3);
    assertEquals("1", lines.next());
    IOException refusal = assertThrows(IOException.class, lines::next);
    assertEquals("line 2 is longer than 3 characters", refusal.getMessage());
  }
}
