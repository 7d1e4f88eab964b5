package dev.rosa.proxy.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelnetConfigTest {
  @TempDir private Path folder;

  private Optional<TelnetConfig> read(String element, Problems problems) throws IOException {
    Path file = Files.writeString(folder.resolve("proxy.xml"), "<proxy>\n" + element + "</proxy>");
    return ProxyConfig.read(file, problems).map(ConfigFile::value).map(ProxyConfig::telnet);
  }

  @Test
  void shouldWatchWithTheUsualListsIfNothingIsSaid() throws IOException {
    TelnetConfig config = read("", new Problems(folder.resolve("proxy.xml"))).orElseThrow();
    assertFalse(config.endsAtLogin());
    assertEquals(Optional.empty(), config.allowedOptions());
  }

  @Test
  void shouldTakeListsAndTheEndOfWatching() throws IOException {
    TelnetConfig config =
        read(
                "<telnet watch='login' options='1 3' variables=''/>",
                new Problems(folder.resolve("proxy.xml")))
            .orElseThrow();
    assertTrue(config.endsAtLogin());
    assertEquals(Optional.of(List.of(1, 3)), config.allowedOptions());
    assertEquals(Optional.of(List.of()), config.allowedVariables());
  }

  @Test
  void shouldNameTheLineOfAnOptionThatDoesNotExist() throws IOException {
    Problems problems = new Problems(folder.resolve("proxy.xml"));
    Optional<TelnetConfig> unused = read("<telnet options='1 256'/>", problems);
    assertTrue(
        problems.all().stream()
            .map(String::valueOf)
            .anyMatch(line -> line.contains("proxy.xml:2:") && line.contains("option 256")),
        problems.all()::toString);
  }
}
