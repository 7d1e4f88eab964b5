package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code backup}, {@code restore} and {@code rekey} of an Authorization Server. */
class MaintenanceCommandsTest {

  private static final String CONFIG =
      """
      <authorization-server>
        <identity>domain/as1</identity>
        <listen>127.0.0.1:0</listen>
        <storage>as.db</storage>
        <code-servers><code-server>127.0.0.1:7002</code-server></code-servers>
      </authorization-server>
      """;

  /** The default: a session may begin so long after its request. */
  private static final Duration MAX_START_AHEAD = Duration.ofDays(1);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void prepare() throws Exception {
    TestDomain.in(folder.resolve("domain")).issue(Role.AS, "as1");
    file = Files.writeString(folder.resolve("as.xml"), CONFIG);
  }

  private String run(int expected, String... command) {
    CommandRun run = CommandRun.of(file, command);
    assertEquals(expected, run.exit(), run.said());
    return run.said();
  }

  @Test
  void shouldBringBackUsersAndSayAtTheNextStartThatItDid() throws Exception {
    Path backup = folder.resolve("monday.db");
    run(0, "user", "add", "bob");
    assertEquals(
        "backup " + backup + " written and read again", run(0, "backup", backup.toString()));
    assertEquals(
        "rosa-as backup: " + backup + ": is there already, expected a new file",
        run(2, "backup", backup.toString()));
    run(0, "user", "add", "carol");
    RunningAuthorizationServer server = start();
    try {
      assertEquals(
          "rosa-as restore: "
              + folder.resolve("as.db")
              + ": another process has it open, expected its server to be stopped",
          run(1, "restore", backup.toString()));
    } finally {
      server.close();
    }
    String restored = run(0, "restore", backup.toString());
    assertTrue(restored.endsWith(folder.resolve("as.db") + " restored from " + backup), restored);
    assertTrue(restored.startsWith("the content that was there is in "), restored);
    assertTrue(run(0, "user", "list").contains("bob"));
    assertFalse(run(0, "user", "list").contains("carol"));
    try (CapturedLog log = CapturedLog.of(RunningAuthorizationServer.class)) {
      start().close();
      start().close();
      assertEquals(1, log.linesWith("WARN the storage was restored from a backup at ").size());
    }
  }

  @Test
  void shouldRevokeSessionsThatTheBackupDoesNotHaveAlsoAfterTheFirstStart() throws Exception {
    Path backup = folder.resolve("monday.db");
    run(0, "user", "add", "bob");
    run(0, "code", "add", "counter", "--digest", "ab".repeat(32));
    String rule = "rule add --user bob --code counter --from 10.0.1.0/24 --to 10.0.2.0/24";
    run(0, (rule + " --max-window 1h --packets-per-second 100").split(" "));
    run(0, "backup", backup.toString());
    run(0, "restore", backup.toString());
    Instant soonest = Instant.now().plus(MAX_START_AHEAD);
    start().close();
    String ofRule = run(0, "revoke", "rule", "1");
    assertTrue(ofRule.contains("the storage has lost may run under rule 1 until "), ofRule);
    for (String subject : List.of("user bob", "code counter")) {
      String said = run(0, ("revoke " + subject).split(" "));
      Matcher until = Pattern.compile("are revoked until (\\S+): ").matcher(said);
      assertTrue(until.find(), said);
      assertTrue(Instant.parse(until.group(1)).isAfter(soonest), said);
    }
  }

  private RunningAuthorizationServer start() throws Exception {
    return RunningAuthorizationServer.start(
        AuthorizationServerSetup.load(file), InstantSource.system());
  }

  @Test
  void shouldRefuseAStorageOfAnotherDomain() throws Exception {
    start().close();
    TestDomain.in(folder.resolve("other"), 18).issue(Role.AS, "as1");
    Files.writeString(file, CONFIG.replace("domain/as1", "other/as1"));
    assertEquals(
        "rosa-as: %s:4: <storage>: %s: is a storage of domain 17, expected one of domain 18"
            .formatted(file, folder.resolve("as.db")),
        run(2));
  }

  @Test
  void shouldStartWithTheNewKeyAlone() throws Exception {
    Path key = folder.resolve("next.key");
    run(0, "code", "add", "counter", "--digest", "ab".repeat(32));
    assertEquals(
        "secrets sealed under file:%s: 0; start servers with <storage-key>file:%s</storage-key>"
            .formatted(key, key),
        run(0, "rekey", "file:" + key));
    assertTrue(run(2).endsWith(" does not open this database, expected the key it was made with"));
    Files.writeString(
        file, CONFIG.replace("</storage>", "</storage><storage-key>file:next.key</storage-key>"));
    start().close();
    assertEquals(
        "rosa-as rekey: Invalid value for positional parameter at index 0 (KEY): is 'next.key',"
            + " expected file:PATH, env:NAME or credential:NAME; see rosa-as rekey --help",
        run(2, "rekey", "next.key"));
  }

  @Test
  void shouldNameTheLineOfAKeyThatCannotBeUsed() throws Exception {
    Files.writeString(
        file, CONFIG.replace("</storage>", "</storage>\n<storage-key>env:NO_SUCH</storage-key>"));
    assertEquals(
        "rosa-as: "
            + file
            + ":5: <storage-key>: env:NO_SUCH: no such environment variable, expected a storage key"
            + " of 64 hexadecimal digits",
        run(2, "--validate"));
    Files.writeString(file, CONFIG.replace("as.db", "jdbc:postgresql://127.0.0.1:1/rosa"));
    String refusals = run(2, "--validate");
    assertTrue(refusals.contains(": has no storage key, expected <storage-key>"), refusals);
  }
}
