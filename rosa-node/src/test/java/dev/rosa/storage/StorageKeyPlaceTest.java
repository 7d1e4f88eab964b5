package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageKeyPlaceTest {

  private static final String DIGITS = "00112233445566778899aAbBcCdDeEfF".repeat(2);

  @TempDir private Path folder;

  private StorageKeyPlace place(String location, Map<String, String> environment) {
    return new StorageKeyPlace(StorageKeyLocation.parse(location, folder::resolve), environment);
  }

  private Path write(String name, String text, String mode) throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static void assertRefused(StorageKeyPlace place, String sentence) {
    assertEquals(
        place.location() + ": " + sentence,
        assertThrows(ConfigException.class, place::check).getMessage());
  }

  @Test
  void shouldReadTheSameKeyFromEachPlace() throws Exception {
    write("a.key", DIGITS + "\n", "rw-------");
    write("credential", " " + DIGITS, "r--r-----");
    Map<String, String> environment =
        Map.of("ROSA_KEY", DIGITS, "CREDENTIALS_DIRECTORY", folder.toString());
    byte[] expected = (DIGITS.toLowerCase(Locale.ROOT) + "\n").getBytes(StandardCharsets.US_ASCII);
    for (String each : new String[] {"file:a.key", "env:ROSA_KEY", "credential:credential"}) {
      StorageKey key = place(each, environment).read();
      assertArrayEquals(expected, key.line(), each);
      assertEquals("StorageKey(redacted)", key.toString());
    }
  }

  @Test
  void shouldMakeAKeyOfItsOwnerAloneAndNeverReplaceOne() throws Exception {
    StorageKeyPlace place = place("file:a.key", Map.of());
    place.check();
    assertTrue(place.isMissingFile());
    byte[] made = place.make(new SecureRandom()).line();
    assertFalse(place.isMissingFile());
    assertArrayEquals(made, place.read().line());
    assertArrayEquals(made, Files.readAllBytes(folder.resolve("a.key")));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a.key"))));
    assertThrows(ConfigException.class, () -> place.make(new SecureRandom()));
    assertArrayEquals(made, place.read().line());
  }

  @Test
  void shouldSayInOneLineWhatIsWrongWithAFile() throws Exception {
    Path file = write("a.key", DIGITS, "rw-r-----");
    StorageKeyPlace place = place("file:a.key", Map.of());
    assertRefused(place, "others may use this key, expected mode 0600 (chmod 600 " + file + ")");
    write("a.key", DIGITS.substring(1), "rw-------");
    assertRefused(place, "has 63 characters, expected a storage key of 64 hexadecimal digits");
    write("a.key", "", "rw-------");
    assertRefused(place, "has 0 characters, expected a storage key of 64 hexadecimal digits");
    write("a.key", "x".repeat(100_000), "rw-------");
    assertRefused(
        place, "has more than 255 characters, expected a storage key of 64 hexadecimal digits");
    write("a.key", "g" + DIGITS.substring(1), "rw-------");
    assertRefused(
        place,
        "has characters that are no hexadecimal digits, expected a storage key of 64 hexadecimal"
            + " digits");
  }

  @Test
  void shouldSayInOneLineWhatIsMissing() {
    assertRefused(
        place("env:ROSA_KEY", Map.of()),
        "no such environment variable, expected a storage key of 64 hexadecimal digits");
    assertRefused(
        place("credential:as", Map.of()),
        "CREDENTIALS_DIRECTORY is not set, expected a start by systemd with"
            + " LoadCredential=as:PATH");
    assertRefused(
        place("credential:as", Map.of("CREDENTIALS_DIRECTORY", folder.toString())),
        "no such file, expected the storage key");
  }
}
