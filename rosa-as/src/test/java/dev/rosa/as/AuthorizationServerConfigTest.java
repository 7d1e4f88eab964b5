package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.CompiledBundle;
import dev.rosa.config.Commands;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.wire.Grant;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorizationServerConfigTest {
  private static final String HEAD =
      """
      <authorization-server>
        <identity>domain/as1</identity>
        <listen>127.0.0.1:0</listen>
        <storage>as.db</storage>
        <code-servers><code-server>127.0.0.1:7002</code-server></code-servers>
      """;

  @TempDir Path folder;
  private TestDomain domain;
  private Path file;
  private final StringWriter printed = new StringWriter();

  @BeforeEach
  void prepare() {
    domain = TestDomain.in(folder.resolve("domain"));
    domain.issue(Role.AS, "as1");
    file = folder.resolve("as.xml");
  }

  @Test
  void shouldReadTheExampleThatExplainsEveryKey() throws Exception {
    Path example = Path.of("..", "config", "as.xml");
    assertEquals(List.of(), AuthorizationServerConfig.load(example).codes().code());
    String examples = Files.readString(example).replaceAll("<!-- (<[^>]*/>) -->", "$1");
    AuthorizationServerConfig config =
        AuthorizationServerConfig.load(Files.writeString(file, examples));
    DomainPolicy policy = config.policy(17);
    assertEquals(
        EnumSet.of(
            Suite.HMAC_SHA256, Suite.AES128_CTR_HMAC_SHA256, Suite.AES256_GMAC, Suite.AES256_GCM),
        policy.suites());
    // The example spells out the defaults: leaving the element out changes nothing.
    AuthorizationServerConfig bare =
        new AuthorizationServerConfig(
            null, null, null, null, null, null, null, null, null, null, null, null);
    assertEquals(bare.policy(17), policy);
    assertEquals(bare.connections(), config.connections());
    assertEquals(
        new Grant(0, 0, Grant.MODIFY | Grant.DROP | Grant.STATE),
        config.rules().rule().get(0).grant());
    assertEquals(Duration.ofMinutes(10), config.rules().rule().get(0).maxWindow());
  }

  @Test
  void shouldValidateWhenAllIsThere() throws Exception {
    assertEquals(file + ": valid", validate("", 0));
  }

  @Test
  void shouldTakeDigestFromBundleWhenFileIsNamed() throws Exception {
    Files.write(folder.resolve("code.jar"), CompiledBundle.onPacket("").jar());
    validate("<codes><code name='c' bundle='code.jar'/></codes>", 0);
    String missing = validate("<codes><code name='c' bundle='other.jar'/></codes>", 2);
    assertTrue(missing.endsWith("other.jar: no such file, expected a code bundle"), missing);
    Files.writeString(folder.resolve("text.jar"), "bundle");
    String text = validate("<codes><code name='c' bundle='text.jar'/></codes>", 2);
    assertTrue(text.contains("text.jar: is no code bundle, expected a jar ("), text);
  }

  @Test
  void shouldSayWhatIsWrongWhenSchemaCannot() throws Exception {
    assertEquals(
        "rosa-as: "
            + file
            + ":6: <domain default-suite> is 'HMAC-SHA1', expected one of its suites: AES256-GCM",
        validate("<domain suites='AES256-GCM' default-suite='HMAC-SHA1'/>", 2));
    assertEquals(
        "rosa-as: "
            + file
            + ":6: <code name=\"c\"> needs either digest or bundle, expected one of the two",
        validate("<codes><code name='c'/></codes>", 2));
    assertEquals(
        "rosa-as: " + file + ":8: <rule> names user 'alcie', expected one declared in <users> or *",
        validate(
            """
            <rules>
              <rule user='*' code='*' from='*' to='*' max-window='1m'/>
              <rule user='alcie' code='*' from='*' to='*' max-window='1m'/>
            </rules>
            """,
            2));
    assertEquals(
        "rosa-as: "
            + file
            + ":6: <rule from> is '10.0.0.0/8/8', expected a prefix such as 10.0.1.0/24 or"
            + " 2001:db8::/32, or * for any address",
        validate(
            "<rules><rule user='*' code='*' from='10.0.0.0/8/8' to='*' max-window='1m'/></rules>",
            2));
  }

  @Test
  void shouldRefuseIdentityWhenRoleIsWrongOrKeyIsOpenToOthers() throws Exception {
    domain.issue(Role.USER, "alice");
    write("");
    Files.writeString(file, Files.readString(file).replace("as1", "alice"));
    assertEquals(
        "rosa-as: %s:2: <identity>: %s is rosa://17/user/alice, expected one of role as"
            .formatted(file, folder.resolve("domain/alice.crt")),
        run(2));
    write("");
    Files.setPosixFilePermissions(
        folder.resolve("domain/as1.key"), PosixFilePermissions.fromString("rw-r--r--"));
    String open = run(2);
    assertTrue(open.contains("as1.key"), open);
    assertEquals(1, open.lines().count());
  }

  @Test
  void shouldRefuseStorageWhenOthersMayReadIt() throws Exception {
    write("");
    Path storage = Files.createFile(folder.resolve("as.db"));
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rw-r--r--"));
    String message = run(2, "user", "list");
    assertTrue(message.contains("others may use this storage, expected mode 0600"), message);
  }

  @Test
  void shouldNameTheOptionWhenALimitOfARuleIsOutOfRange() throws Exception {
    write("");
    for (String option :
        List.of("--max-sessions", "--max-sessions-per-user", "--max-requests-per-minute")) {
      assertEquals(
          "rosa-as rule add: "
              + option
              + " is -1, expected a whole number from 0, no limit, to 2147483647;"
              + " see rosa-as rule add --help",
          run(2, "rule", "add", "--user", "*", "--code", "*", option + "=-1"));
    }
  }

  @Test
  void shouldExitWithTwoWhenAnArgumentIsNone() throws Exception {
    write("");
    assertTrue(run(2, "user", "add", "Alice").contains("user 'Alice' is no name"));
    assertTrue(run(2, "code", "add", "c", "--digest", "12").contains("--digest is '12'"));
    assertTrue(
        run(2, "rule", "add", "--user", "*", "--code", "*", "--permissions", "fly")
            .contains("fly"));
  }

  @Test
  void shouldAlignTheColumnsOfRules() throws Exception {
    write("");
    run(0, "rule", "add", "--user", "*", "--code", "*");
    run(0, "rule", "add", "--user=*", "--code=*", "--from=2001:db8:1:2::/64", "--max-sessions=7");

    List<String> lines = run(0, "rule", "list").lines().toList();

    assertEquals(3, lines.size());
    int origin = lines.get(0).indexOf("ORIGIN");
    int sessions = lines.get(0).indexOf("SESSIONS");
    for (String line : lines.subList(1, 3)) {
      assertEquals("admin", line.substring(origin));
    }
    assertEquals('-', lines.get(1).charAt(sessions));
    assertEquals('7', lines.get(2).charAt(sessions));
  }

  private String validate(String more, int status) throws IOException {
    write(more);
    return run(status, "--validate");
  }

  private void write(String more) throws IOException {
    Files.writeString(file, HEAD + more + "\n</authorization-server>\n");
  }

  /** Runs the command line and returns the one line that it printed. */
  private String run(int status, String... args) {
    String[] all = new String[args.length + 2];
    all[0] = "--config";
    all[1] = file.toString();
    System.arraycopy(args, 0, all, 2, args.length);
    printed.getBuffer().setLength(0);
    PrintWriter writer = new PrintWriter(printed, true);
    assertEquals(
        status,
        Commands.commandLine(new AuthorizationServer()).setOut(writer).setErr(writer).execute(all),
        printed.toString());
    return printed.toString().strip();
  }
}
