package dev.rosa.proxy.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.config.IpLiteral;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.proxy.login.password.PasswordCheck;
import dev.rosa.proxy.login.password.PasswordFile;
import dev.rosa.proxy.login.password.PasswordHash;
import dev.rosa.proxy.login.password.Passwords;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of attempts to log in. */
class LoginChecksTest {
  private static final InetAddress CLIENT = IpLiteral.parse("192.0.2.1");
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path folder;
  private boolean isFull;
  private PasswordCheck passwords;
  private LoginChecks checks;

  @BeforeEach
  void start() throws IOException {
    PasswordFile file = new PasswordFile(folder.resolve("proxy.users"));
    boolean unused = file.put("alice", PasswordHash.of("secret".toCharArray(), RANDOM));
    passwords = new PasswordCheck(Passwords.load(file.path()), () -> {}, RANDOM);
    Logins logins =
        new Logins(
            new LoginSettings(Duration.ofHours(8), Duration.ofMinutes(30), 2, 10),
            List.of("alice"),
            () -> Instant.EPOCH,
            new PacketPath());
    checks = new LoginChecks(() -> 3, 1, () -> Instant.EPOCH, passwords, logins);
  }

  @AfterEach
  void end() {
    passwords.close();
  }

  private final class PacketPath implements LoggedIn.Listener {
    @Override
    public void loggedIn(InetAddress client, int user, long seconds) {
      if (isFull) {
        throw new IllegalStateException("the set is full");
      }
    }

    @Override
    public void loggedOut(InetAddress client, int user) {
      // Nothing depends on it here.
    }
  }

  private LoginResult byPassword(String name, String password) {
    CompletableFuture<LoginResult> result = new CompletableFuture<>();
    checks.byPassword(CLIENT, name, password.toCharArray(), result::complete);
    return result.join();
  }

  @Test
  void shouldCountHowAttemptsEnd() {
    assertEquals(LoginResult.WRONG, byPassword("alice", "guess"));
    assertEquals(LoginResult.WRONG, byPassword("a".repeat(100_000), "guess"));
    assertEquals(LoginResult.LOGGED_IN, byPassword("alice", "secret"));
    assertEquals(LoginResult.TOO_MANY, byPassword("alice", "secret"));

    assertEquals(2, checks.count(LoginResult.WRONG));
    assertEquals(1, checks.count(LoginResult.LOGGED_IN));
    assertEquals(1, checks.count(LoginResult.TOO_MANY));
  }

  @Test
  void shouldCountAttemptsByIdentityToo() {
    RosaId alice = new RosaId(17, Role.USER, "alice");
    for (int i = 0; i < 3; i++) {
      assertEquals(LoginResult.LOGGED_IN, checks.byIdentity(CLIENT, alice));
    }

    assertEquals(LoginResult.TOO_MANY, checks.byIdentity(CLIENT, alice));
  }

  @Test
  void shouldAnswerWhenThePacketPathHasNoRoom() {
    isFull = true;

    assertEquals(LoginResult.BUSY, byPassword("alice", "secret"));
  }
}
