package dev.rosa.proxy.login.password;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of passwords, and the check that reads it. */
class PasswordsTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path folder;
  private Path path;
  private PasswordFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("proxy.users");
    file = new PasswordFile(path);
  }

  private static PasswordHash hash(String password) {
    return PasswordHash.of(password.toCharArray(), RANDOM);
  }

  private static PasswordCheck checkOf(Passwords passwords) {
    return new PasswordCheck(passwords, () -> assertDoesNotThrow(passwords::refresh), RANDOM);
  }

  private static boolean check(PasswordCheck check, String name, String password) {
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    assertTrue(
        check.check(name, password.toCharArray(), right -> result.complete(right.getAsBoolean())));
    return result.join();
  }

  @Test
  void shouldKeepUsersInAFileOfTheOwnerAlone() throws IOException {
    assertFalse(file.put("bob", hash("one")));
    assertFalse(file.put("alice", hash("two")));
    assertTrue(file.put("bob", hash("three")));

    assertEquals(Set.of("alice", "bob"), file.read().keySet());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    assertTrue(Files.readString(path).startsWith("alice:$argon2id$v=19$m="));
    assertTrue(file.remove("alice"));
    assertFalse(file.remove("alice"));
    assertEquals(Set.of("bob"), file.read().keySet());
  }

  @Test
  void shouldHaveNoUsersWithoutAFile() throws IOException {
    assertEquals(Set.of(), file.read().keySet());
  }

  @Test
  void shouldRefuseAFileThatOthersCanRead() throws IOException {
    file.put("alice", hash("one"));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

    String message = assertThrows(IOException.class, file::read).getMessage();

    assertTrue(message.contains("expected mode 0600"), message);
  }

  @Test
  void shouldNameTheLineOfAMistakeWithoutItsText() throws IOException {
    file.put("alice", hash("one"));
    Files.writeString(path, Files.readString(path) + "Secret word\n");

    String message = assertThrows(IOException.class, file::read).getMessage();

    assertTrue(message.startsWith(path + ":2: "), message);
    assertFalse(message.contains("Secret"), message);
  }

  @Test
  void shouldTellWhoseLoginsEndWhenTheFileChanges() throws IOException {
    file.put("alice", hash("one"));
    file.put("bob", hash("two"));
    file.put("carol", hash("three"));
    Passwords passwords = Passwords.load(path);
    assertEquals(Set.of(), passwords.refresh());

    file.remove("alice");
    file.put("bob", hash("another"));
    file.put("dora", hash("new"));

    assertEquals(Set.of("alice", "bob"), passwords.refresh());
    assertEquals(Set.of(), passwords.refresh());
    assertTrue(passwords.of("dora").isPresent());
  }

  @Test
  void shouldKeepThePasswordsInForceWhenTheFileIsBroken() throws IOException {
    file.put("alice", hash("one"));
    Passwords passwords = Passwords.load(path);
    Files.writeString(path, "broken");

    assertThrows(IOException.class, passwords::refresh);

    assertEquals(Set.of(), passwords.refresh(), "it complains once");
    assertTrue(passwords.of("alice").isPresent());
  }

  @Test
  void shouldTakeNobodyWhenTheFileIsGone() throws IOException {
    file.put("alice", hash("one"));
    Passwords passwords = Passwords.load(path);
    Files.delete(path);

    assertEquals(Set.of("alice"), passwords.refresh());
    assertTrue(passwords.of("alice").isEmpty());
  }

  @Test
  void shouldCheckPasswords() throws IOException {
    file.put("alice", hash("one"));
    try (PasswordCheck check = checkOf(Passwords.load(path))) {
      assertTrue(check(check, "alice", "one"));
      assertFalse(check(check, "alice", "two"));
      assertFalse(check(check, "nobody", "one"));
      assertFalse(check(check, "alice", ""));
    }
  }

  @Test
  void shouldNotTakeAPasswordThatWasChangedSinceItWasCompared() throws Exception {
    file.put("alice", hash("former"));
    Passwords passwords = Passwords.load(path);
    try (PasswordCheck check = checkOf(passwords)) {
      CompletableFuture<BooleanSupplier> compared = new CompletableFuture<>();
      assertTrue(check.check("alice", "former".toCharArray(), compared::complete));
      BooleanSupplier isRight = compared.join();
      assertTrue(isRight.getAsBoolean());

      file.put("alice", hash("changed"));
      passwords.refresh();

      assertFalse(isRight.getAsBoolean());
    }
  }

  @Test
  void shouldRefuseWhatItHasNoRoomFor() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    try (PasswordCheck check = checkOf(Passwords.load(path))) {
      assertTrue(
          check.check(
              "first",
              "x".toCharArray(),
              no -> {
                entered.countDown();
                await(go);
              }));
      entered.await();
      int taken = 0;
      while (check.check("more", "x".toCharArray(), no -> {})) {
        taken++;
      }
      char[] wiped = "secret".toCharArray();

      assertFalse(check.check("more", wiped, no -> {}));

      assertEquals(32, taken);
      assertEquals("\0".repeat(6), new String(wiped));
      go.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    PasswordFile device = new PasswordFile(Path.of("/dev/zero"));
    IOException refusal = assertThrows(IOException.class, device::read);
    assertEquals("/dev/zero: is larger than 16777216 bytes", refusal.getMessage());
  }

  @Test
  void shouldCountAPasswordAsSoonAsItIsInTheFile() throws IOException {
    file.put("alice", hash("one"));
    try (PasswordCheck check = checkOf(Passwords.load(path))) {
      file.put("alice", hash("two"));

      assertFalse(check(check, "alice", "one"));
      assertTrue(check(check, "alice", "two"));
    }
  }
}
