package dev.rosa.firewall.plane.ban;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BanListTest {

  @TempDir private Path folder;

  @Test
  void shouldNameTheLineThatIsNoSource() throws Exception {
    List<String> lines = new ArrayList<>(Collections.nCopies(5_000, "192.0.2.7"));
    lines.set(4_710, "nonsense");
    Path file = Files.write(folder.resolve("list"), lines);

    IOException refusal = assertThrows(IOException.class, () -> BanList.read(file));

    assertTrue(refusal.getMessage().startsWith(file + ":4711: "));
  }

  @Test
  void shouldLeaveOutCommentsAndRepetitions() throws Exception {
    Path file = Files.write(folder.resolve("list"), List.of("# x", "", "192.0.2.7", "192.0.2.7"));

    assertEquals(Map.of(Source.parse("192.0.2.7"), 3), BanList.read(file));
  }

  @Test
  void shouldNameTheFolderThatIsNoList() {
    IOException refusal = assertThrows(IOException.class, () -> BanList.read(folder));
    assertEquals(folder + ": is a folder, expected a file", refusal.getMessage());
  }

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    Path device = Path.of("/dev/zero");
    IOException refusal = assertThrows(IOException.class, () -> BanList.read(device));
    assertEquals("/dev/zero: is larger than 16777216 bytes", refusal.getMessage());
  }
}
