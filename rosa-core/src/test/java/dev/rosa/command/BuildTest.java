package dev.rosa.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class BuildTest {

  @Test
  void shouldKnowItsVersionOutsideAJar() {
    assertEquals("development", Build.of(BuildTest.class).version());
  }

  @Test
  void shouldHaveTheBuildsFileBesideItself() throws IOException {
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      assertNotNull(in, "no build.properties: see src/main/filtered");
      Properties properties = new Properties();
      properties.load(in);
      assertNotNull(properties.getProperty("commit"));
    }
  }

  @Test
  void shouldNameTheCommitWhereItIsKnown() {
    assertEquals("1.0", new Build("1.0", Optional.empty()).text());
    assertEquals("1.0, commit 9cb4f9c01234", new Build("1.0", Optional.of("9cb4f9c01234")).text());
  }

  @Test
  void shouldTakeNothingButACommitForOne() {
    assertEquals(Optional.of("9cb4f9c01234"), Build.commit("9cb4f9c01234"));
    assertEquals(Optional.of("9cb4f9c01234-dirty"), Build.commit("9cb4f9c01234-dirty"));
    for (String other : new String[] {null, "", "unknown", "${rosa.commit}", "9cb4f9c\u001b[2J"}) {
      assertEquals(Optional.empty(), Build.commit(other));
    }
  }
}
