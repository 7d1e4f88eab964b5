package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageLocationTest {

  private static StorageLocation parse(String text) {
    return StorageLocation.parse(text, Path.of("/etc/rosa")::resolve);
  }

  @Test
  void shouldTakeAFileBesideTheConfiguration() {
    StorageLocation file = parse("as.db");
    assertEquals(Path.of("/etc/rosa/as.db"), file.file().orElseThrow());
    assertFalse(file.isRemote());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:5432/rosa?sslmode=disable",
        "jdbc:postgresql://localhost/rosa?user=rosa&connectTimeout=3&ApplicationName=as1",
        "jdbc:postgresql://localhost/rosa?user=rosa&requireAuth=!none",
        "jdbc:postgresql://[::1]/rosa"
      })
  void shouldLeaveConnectionsWithinThisMachineAsTheyAre(String url) {
    assertFalse(parse(url).isRemote());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.net/rosa?user=rosa",
        "jdbc:postgresql://10.0.0.1/rosa?sslmode=verify-full&user=rosa",
        "jdbc:postgresql://localhost.example.net/rosa"
      })
  void shouldVerifyTheServerOfAnotherMachine(String url) {
    assertTrue(parse(url).isRemote());
    assertFalse(parse(url).toString().contains("?"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.net/rosa?sslmode=require",
        "jdbc:postgresql://db.example.net/rosa?sslmode=verify-full&sslmode=disable",
        "jdbc:postgresql://db.example.net/rosa?user=a&password=b",
        "jdbc:postgresql://localhost/rosa?user=rosa&host=db.example.net",
        "jdbc:postgresql://localhost/rosa?PGHOST=db.example.net",
        "jdbc:postgresql://localhost/rosa?ho%73t=db.example.net",
        "jdbc:postgresql://db.example.net/rosa?sslfactory=org.postgresql.ssl.NonValidatingFactory",
        "jdbc:postgresql://db.example.net/rosa?service=other",
        "jdbc:postgresql://a:b@db.example.net/rosa",
        "jdbc:postgresql://db.example.net",
        "jdbc:postgresql://localhost/rosa?user=rosa#&host=db.example.net",
        "jdbc:postgresql://localhost/rosa#?host=db.example.net",
        "jdbc:postgresql:rosa",
        "jdbc:mysql://db.example.net/rosa",
        "jdbc: postgresql"
      })
  void shouldRefuseWhatIsUnprotectedOrIncomplete(String url) {
    String message = assertThrows(IllegalArgumentException.class, () -> parse(url)).getMessage();
    assertEquals(1, message.lines().count());
    assertTrue(message.contains("expected"), message);
  }
}
