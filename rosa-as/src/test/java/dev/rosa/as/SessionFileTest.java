package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of sessions to revoke. */
class SessionFileTest {

  @TempDir private Path folder;

  @Test
  void shouldReadANumberInEachLine() throws Exception {
    Path file = Files.writeString(folder.resolve("sessions"), "1f\n\n ffffffffffffffff ");
    assertEquals(List.of(31L, -1L), SessionFile.read(file));
  }

  @Test
  void shouldKeepNoLineThatIsLong() throws Exception {
    Path file = Files.writeString(folder.resolve("sessions"), "1f\n" + "0".repeat(5_000));
    ConfigException refusal = assertThrows(ConfigException.class, () -> SessionFile.read(file));
    assertEquals(
        file + ": cannot be read (line 2 is longer than 4096 characters)", refusal.getMessage());
  }
}
