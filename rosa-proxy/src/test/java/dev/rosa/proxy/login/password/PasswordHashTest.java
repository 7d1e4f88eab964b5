package dev.rosa.proxy.login.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes of passwords. */
class PasswordHashTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Made by the reference program: {@code echo -n password | argon2 somesalt -id -t 2 -m 16}. */
  private static final String REFERENCE =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

  private static char[] chars(String text) {
    return text.toCharArray();
  }

  @Test
  void shouldReadAHashOfAnotherProgram() {
    PasswordHash hash = PasswordHash.parse(REFERENCE);

    assertTrue(hash.matches(chars("password")));
    assertFalse(hash.matches(chars("Password")));
    assertEquals(REFERENCE, hash.text());
  }

  @Test
  void shouldKnowThePasswordThatItWasMadeFrom() {
    PasswordHash hash = PasswordHash.parse(PasswordHash.of(chars("correct horse"), RANDOM).text());

    assertTrue(hash.matches(chars("correct horse")));
    assertFalse(hash.matches(chars("correct hors")));
    assertFalse(hash.matches(chars("wrong horse")));
  }

  @Test
  void shouldTakeBothFormsOfALetterWithAnAccent() {
    PasswordHash hash = PasswordHash.of(chars("caf\u00e9"), RANDOM);

    assertTrue(hash.matches(chars("cafe\u0301")));
  }

  @Test
  void shouldShowNeitherSaltNorHash() {
    PasswordHash hash = PasswordHash.parse(REFERENCE);

    assertEquals("argon2id m=65536,t=2,p=1", hash.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "password",
        "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=65536,t=999,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=65536,t=2,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPP="
      })
  void shouldRefuseWhatIsNoHashOrWouldTakeTheMachine(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> PasswordHash.parse(text)).getMessage();

    assertFalse(message.contains("CTFh"), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1025})
  void shouldRefuseAPasswordThatIsEmptyOrTooLong(int length) {
    char[] password = chars("x".repeat(length));

    assertThrows(IllegalArgumentException.class, () -> PasswordHash.of(password, RANDOM));
  }
}
