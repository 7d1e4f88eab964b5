package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.command.CommandFrame;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminCommandTest {
  @TempDir Path folder;

  private CommandRun run(String... words) {
    String[] all = new String[words.length + 5];
    all[0] = "admin";
    all[1] = "--as";
    all[2] = "127.0.0.1:1";
    all[3] = "--identity";
    all[4] = folder.resolve("domain/carol").toString();
    System.arraycopy(words, 0, all, 5, words.length);
    return CommandRun.of(all);
  }

  @Test
  void shouldSayInOneLineWhatIsExpectedWhenUsageIsWrong() {
    CommandRun argument = run("user", "add", "bob");
    assertEquals(CommandFrame.USAGE, argument.exitCode());
    assertTrue(argument.err().contains("expected NAME=VALUE"), argument.err());
    CommandRun twice = run("user", "add", "name=a", "name=b");
    assertTrue(twice.err().contains("expected each argument once"), twice.err());
  }

  @Test
  void shouldRefuseIdentityWhenItIsAUsers() {
    Identity unused = TestDomain.in(folder.resolve("domain")).user("carol");
    CommandRun user = run("user", "add", "name=bob");
    assertEquals(CommandFrame.USAGE, user.exitCode());
    assertEquals(1, user.err().lines().count(), user.err());
  }

  @Test
  void shouldFailInOneLineWhenNoServerAnswers() {
    Identity unused = TestDomain.in(folder.resolve("domain")).administrator("carol");
    CommandRun none = run("user", "add", "name=bob");
    assertEquals(CommandFrame.FAILED, none.exitCode());
    assertEquals(1, none.err().lines().count(), none.err());
  }
}
