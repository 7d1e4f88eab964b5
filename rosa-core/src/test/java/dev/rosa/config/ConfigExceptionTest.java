package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ConfigExceptionTest {

  private static void assertLine(String expected, Exception failure) {
    assertEquals(expected, ConfigException.oneLine(failure));
  }

  @Test
  void shouldSayWhatIsWrongWithAFile() {
    assertLine("/a/b: no such file", new NoSuchFileException("/a/b"));
    assertLine("/a/b: may not be read or written", new AccessDeniedException("/a/b"));
    assertLine("/a/b: is there already", new FileAlreadyExistsException("/a/b"));
    assertLine("/a/b: Is a directory", new FileSystemException("/a/b", null, "Is a directory"));
  }

  @Test
  void shouldSayAllElseInOneLine() {
    assertLine("a b", new IOException("a\n  b\n"));
    assertLine("IOException", new IOException());
  }
}
