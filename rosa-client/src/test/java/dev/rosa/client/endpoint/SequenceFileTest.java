package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a Destination's record of sequences. */
class SequenceFileTest {

  @TempDir private Path folder;

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("sequences"), Path.of("/dev/zero"));
    SequenceFile file = SequenceFile.take(link);
    ConfigException refusal = assertThrows(ConfigException.class, file::read);
    assertEquals(link + ": too large for a record of sequences", refusal.getMessage());
  }
}
