package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageKeyLocationTest {

  private static StorageKeyLocation parse(String text) {
    return StorageKeyLocation.parse(text, Path.of("/etc/rosa")::resolve);
  }

  @ParameterizedTest
  @CsvSource({
    "file:as.key, FILE, /etc/rosa/as.key, file:/etc/rosa/as.key",
    "file:/run/env:a, FILE, /run/env:a, file:/run/env:a",
    "env:ROSA_KEY, ENVIRONMENT, ROSA_KEY, env:ROSA_KEY",
    "credential:as.key, CREDENTIAL, as.key, credential:as.key"
  })
  void shouldReadEachKindOfPlace(
      String text, StorageKeyLocation.Source source, String name, String shown) {
    StorageKeyLocation location = parse(text);
    assertEquals(source, location.source());
    assertEquals(name, location.name());
    assertEquals(shown, location.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "file:",
        "env:",
        "env:1A",
        "env:A B",
        "credential:../as.key",
        "credential:.hidden",
        "as.key",
        "FILE:as.key"
      })
  void shouldRefuseAllElse(String text) {
    String message = assertThrows(IllegalArgumentException.class, () -> parse(text)).getMessage();
    assertEquals("'" + text + "', expected file:PATH, env:NAME or credential:NAME", message);
  }

  @Test
  void shouldLieBesideAFileUnlessAnotherPlaceIsNamed() {
    StorageLocation file = StorageLocation.of(Path.of("/var/rosa/as.db"));
    assertEquals("file:/var/rosa/as.db.key", file.key().orElseThrow().toString());
    assertEquals(file, file.keyedBy(null));
    StorageKeyLocation named = parse("env:ROSA_KEY");
    assertEquals(named, file.keyedBy(named).key().orElseThrow());
    StorageLocation url = StorageLocation.parse("jdbc:postgresql://localhost/rosa", Path::of);
    assertTrue(url.key().isEmpty());
    assertEquals(named, url.keyedBy(named).key().orElseThrow());
  }
}
