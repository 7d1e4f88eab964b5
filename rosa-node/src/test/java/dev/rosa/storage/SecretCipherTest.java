package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretCipherTest {

  private static final byte[] KCI =
      "32 bytes that must not be found!".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ROW = {1, 2, 3};

  private final SecureRandom random = new SecureRandom();
  private final StorageKey key = StorageKey.random(random);
  private final SecretCipher cipher = new SecretCipher(key, "rosa_as", "one", random);

  @Test
  void shouldOpenWhatItSealedAndNothingThatWasChanged() {
    byte[] sealed = cipher.seal(ROW, KCI);
    assertArrayEquals(KCI, cipher.open(ROW, sealed).orElseThrow());
    for (int bit = 0; bit < 8 * sealed.length; bit++) {
      byte[] changed = sealed.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertTrue(cipher.open(ROW, changed).isEmpty(), "bit " + bit);
    }
    assertTrue(cipher.open(new byte[] {1, 2}, sealed).isEmpty());
  }

  @Test
  void shouldNotOpenTheSecretOfAnotherRoleStorageOrKey() {
    byte[] sealed = cipher.seal(ROW, KCI);
    assertTrue(new SecretCipher(key, "rosa_as", "one", random).open(ROW, sealed).isPresent());
    assertTrue(new SecretCipher(key, "rosa_as", "two", random).open(ROW, sealed).isEmpty());
    assertTrue(new SecretCipher(key, "rosa_cs", "one", random).open(ROW, sealed).isEmpty());
    StorageKey other = StorageKey.random(random);
    assertTrue(new SecretCipher(other, "rosa_as", "one", random).open(ROW, sealed).isEmpty());
  }

  @Test
  void shouldSealEachTimeWithANonceOfItsOwn() {
    Set<String> nonces = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      nonces.add(new String(cipher.seal(ROW, KCI), 1, 12, StandardCharsets.ISO_8859_1));
    }
    assertEquals(1_000, nonces.size());
  }
}
