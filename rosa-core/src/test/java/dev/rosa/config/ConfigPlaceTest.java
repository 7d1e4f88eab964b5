package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigPlaceTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("x.xml");
    Files.writeString(
        file,
        """
        <server>
          <rules>
            <rule identity="no element"/><identity/>
            <rule/>
          </rules>
          <identity>domain/as1</identity>
        </server>
        """);
  }

  @Test
  void shouldNameTheLineWhenTheElementIsBelowThatPath() {
    assertEquals(file + ":6", ConfigPlace.of(file, "identity"));
    assertEquals(file + ":3", ConfigPlace.of(file, "rules/identity"));
  }

  @Test
  void shouldNameTheLineOfTheOneMeantWhenThereAreSeveral() {
    assertEquals(file + ":3", ConfigPlace.of(file, "rules/rule", 0));
    assertEquals(file + ":4", ConfigPlace.of(file, "rules/rule", 1));
  }

  @Test
  void shouldNameTheFileAloneWhenThereIsNoSuchElement() throws IOException {
    assertEquals(file.toString(), ConfigPlace.of(file, "rules/rule", 2));
    assertEquals(file.toString(), ConfigPlace.of(file, "rule"));
    Files.writeString(file, "<server><identity></server>");
    assertEquals(file.toString(), ConfigPlace.of(file, "identity/x"));
    Files.delete(file);
    assertEquals(file.toString(), ConfigPlace.of(file, "identity"));
  }
}
