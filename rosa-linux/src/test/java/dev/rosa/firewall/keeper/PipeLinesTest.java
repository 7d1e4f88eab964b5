package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PipeLinesTest {

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldReadLinesUntilThePipeEnds() throws IOException {
    PipeLines lines = new PipeLines(bytes("?\n\nbye\nhalf"), 4);
    assertEquals("?", lines.next());
    assertEquals("", lines.next());
    assertEquals("bye", lines.next());
    assertNull(lines.next());
  }

  @Test
  void shouldTakeNothingThatIsBehindALine() throws IOException {
    InputStream pipe = bytes("one\ntwo\n");
    assertEquals("one", new PipeLines(pipe, 3).next());
    assertEquals('t', pipe.read());
  }

  @Test
  void shouldRefuseALineThatDoesNotEnd() throws IOException {
    InputStream endless = bytes("x".repeat(100));
    IOException e = assertThrows(IOException.class, new PipeLines(endless, 16)::next);
    assertEquals("a line is longer than 16 bytes", e.getMessage());
    assertEquals(100 - 17, endless.available());
  }
}
