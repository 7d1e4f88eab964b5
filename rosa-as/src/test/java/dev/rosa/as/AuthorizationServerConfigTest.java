package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.command.Commands;
import dev.rosa.config.DamagedConfig;
import dev.rosa.config.Problems;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
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

  /** The configuration, which has no problem. */
  private static AuthorizationServerConfig read(Path file) {
    Problems problems = new Problems(file);
    AuthorizationServerConfig config =
        AuthorizationServerConfig.read(file, problems).orElseThrow().value();
    assertEquals(List.of(), problems.all());
    return config;
  }

  @Test
  void shouldReadTheExampleThatExplainsEveryKey() throws Exception {
    Path example = Path.of("..", "config", "as.xml");
    assertEquals(List.of(), read(example).codes().code());
    String examples = Files.readString(example).replaceAll("<!-- (<[^>]*/>) -->", "$1");
    AuthorizationServerConfig config = read(Files.writeString(file, examples));
    DomainPolicy policy = config.policy(17);
    assertEquals(
        EnumSet.of(
            Suite.HMAC_SHA256, Suite.AES128_CTR_HMAC_SHA256, Suite.AES256_GMAC, Suite.AES256_GCM),
        policy.suites());
    // The example spells out the defaults: leaving the element out changes nothing.
    AuthorizationServerConfig bare =
        new AuthorizationServerConfig(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null);
    assertEquals(bare.policy(17), policy);
    assertEquals(bare.connections(), config.connections());
    assertEquals(bare.refresh(), config.refresh());
    assertEquals(bare.state(), config.state());
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
    assertEquals(
        "rosa-as: %s:6: <code bundle>: %s: no such file, expected a code bundle"
            .formatted(file, folder.resolve("other.jar")),
        missing);
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
            + ":6: <code> 'c' needs either digest or bundle, expected one of the two",
        validate("<codes><code name='c'/></codes>", 2));
    assertEquals(
        "rosa-as: " + file + ":6: <state valid> is 2s, expected 3s to 1d",
        validate("<state valid='2s'/>", 2));
    assertEquals(
        "rosa-as: " + file + ":8: <rule user> is 'alcie', expected one declared in <users> or *",
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
    assertEquals(
        "rosa-as: %s:4: <storage>: %s: others may use this storage, expected mode 0600 (chmod 600 %s)"
            .formatted(file, storage, storage),
        run(2, "--validate"));
  }

  @Test
  void shouldNameTheLineOfAStorageThatIsNoUrl() throws Exception {
    write("");
    Files.writeString(
        file, Files.readString(file).replace("<storage>as.db<", "<storage>jdbc:postgresql:<"));
    assertEquals(
        "rosa-as: %s:4: <storage> is 'jdbc:postgresql:', expected a file or".formatted(file)
            + " jdbc:postgresql://HOST/DATABASE, such as"
            + " jdbc:postgresql://db.example.net/rosa?user=rosa",
        run(2, "--validate"));
  }

  @Test
  void shouldNameTheLineOfAStorageThatItCannotUse() throws Exception {
    write("");
    String unused = run(0, "user", "list");
    Files.writeString(folder.resolve("as.db.key"), "ab".repeat(32));
    String sentence =
        "rosa-as: %s:4: <storage>: %s: the storage key in file:%s does not open this database,"
                .formatted(file, folder.resolve("as.db"), folder.resolve("as.db.key"))
            + " expected the key it was made with";
    assertEquals(sentence, run(2, "--validate"));
    assertEquals(sentence, run(2));
  }

  @Test
  void shouldReportEveryMistakeInTheOrderOfTheFile() throws Exception {
    Files.writeString(
        file,
        """
        <authorization-server>
          <identity>domain/nobody</identity>
          <listen>127.0.0.1:70000</listen>
          <storage>nowhere/as.db</storage>
          <colour>blue</colour>
          <domain
            suites="AES256-GCM"
            default-suite="HMAC-SHA1"
            skew="long"/>
          <code-servers>
            <code-server>127.0.0.1</code-server>
          </code-servers>
          <users><user name="alice"/></users>
          <codes>
            <code name="a" bundle="a.jar"/>
            <code name="b"
                  bundle="b.jar"/>
            <code name="c"/>
            <code name="d" digest="12"/>
          </codes>
          <rules>
            <rule user="bob" code="e"
                  from="10.0.1.1/24" to="::/129"
                  max-window="500ms" permissions="modify fly"/>
            <rule user="alice" code="a" from="*" to="*"/>
          </rules>
        </authorization-server>
        """);
    String[] lines = run(2, "--validate").split("\n", -1);
    assertEquals(
        List.of(
            "2: <identity>: " + folder.resolve("domain/nobody.key") + ": no such private key file",
            "3: <listen> is port 70000, expected a port from 0 to 65535",
            "4: <storage>: %s lies in %s, expected a folder that can be written"
                .formatted(folder.resolve("nowhere/as.db"), folder.resolve("nowhere")),
            "5: <colour> is not a known key of <authorization-server>, expected one of identity,"
                + " listen, storage, storage-key, connections, status, status-names, signatures,"
                + " quota, domain, code-servers, refresh, state, users, codes, rules",
            "8: <domain default-suite> is 'HMAC-SHA1', expected one of its suites: AES256-GCM",
            "9: <domain skew> is 'long', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d",
            "11: <code-server> is '127.0.0.1', expected HOST:PORT such as 127.0.0.1:7001 or"
                + " [::1]:7001",
            "15: <code bundle>: %s: no such file, expected a code bundle"
                .formatted(folder.resolve("a.jar")),
            "17: <code bundle>: %s: no such file, expected a code bundle"
                .formatted(folder.resolve("b.jar")),
            "18: <code> 'c' needs either digest or bundle, expected one of the two",
            "19: <code digest> is '12', expected a SHA-256 digest of 64 hexadecimal digits",
            "22: <rule user> is 'bob', expected one declared in <users> or *",
            "22: <rule code> is 'e', expected one declared in <codes> or *",
            "23: <rule from> is '10.0.1.1/24' with bits set after the prefix, expected a network"
                + " such as 10.0.1.0/24",
            "23: <rule to> is /129, expected a prefix length from 0 to 128",
            "24: <rule permissions> is 'modify fly', expected permissions separated by spaces, each"
                + " one of read, modify, drop, state",
            "24: <rule max-window> is 500ms, expected at least 1s",
            "25: <rule> has no max-window, expected max-window=\"…\" with a time above zero with"
                + " unit such as 250ms, 2s, 5m, 1h, 1d"),
        Arrays.stream(lines).map(line -> line.replace("rosa-as: " + file + ":", "")).toList());
    assertEquals(String.join("\n", lines), run(2), "a start says the same");
    assertFalse(Files.exists(folder.resolve("nowhere")));
  }

  @Test
  void shouldWarnOfWhatAServerStartsWithAllTheSame() throws Exception {
    domain.issue(Role.AS, "brief", Duration.ofDays(10));
    Files.writeString(
        file,
        """
        <authorization-server>
          <identity>domain/brief</identity>
          <listen>127.0.0.1:0</listen>
          <storage>as.db</storage>
          <status>192.0.2.1:9102</status>
          <domain max-window="1h"
                  suites="HMAC-MD5" default-suite="HMAC-MD5"/>
          <code-servers>
            <code-server>127.0.0.1:7002</code-server>
            <code-server>cs1.invalid:7002</code-server>
          </code-servers>
          <rules>
            <rule user="*" code="*" from="*" to="*" max-window="2h"/>
          </rules>
        </authorization-server>
        """);
    List<String> lines = run(0, "--validate").lines().toList();
    List<String> warnings = lines.subList(0, lines.size() - 1);
    List<String> expected =
        List.of(
            "2: warning: <identity> names " + folder.resolve("domain/brief") + ".crt: the",
            "5: warning: <status> is 192.0.2.1:9102, which is not an address of this machine",
            "7: warning: <domain suites> has only suites with MD5 or SHA1",
            "10: warning: <code-server> is cs1.invalid:7002, a name that does not resolve",
            "13: warning: <rule max-window> is 2h, expected at most the max-window of <domain>,"
                + " 1h");
    assertEquals(expected.size(), warnings.size(), warnings::toString);
    for (int i = 0; i < expected.size(); i++) {
      assertTrue(
          warnings.get(i).startsWith("rosa-as: " + file + ":" + expected.get(i)), warnings.get(i));
    }
    assertEquals(file + ": valid, 5 warnings", lines.get(lines.size() - 1));
    try (CapturedLog log = CapturedLog.of(AuthorizationServerSetup.class)) {
      AuthorizationServerSetup.load(file);
      assertEquals(
          warnings.stream()
              .map(line -> line.replace("rosa-as: ", "WARN ").replace("warning: ", ""))
              .toList(),
          log.lines());
    }
    assertFalse(Files.exists(folder.resolve("as.db")));
  }

  @Test
  void shouldNameThePlaceWhenTheProviderOfSignaturesIsAbsent() throws Exception {
    assertEquals(
        "rosa-as: %s:6: <signatures>: provider ACCP is absent: its jar %s is not there"
            .formatted(file, folder.resolve("AmazonCorrettoCryptoProvider.jar")),
        validate("<signatures provider='ACCP' jars='.'/>", 2));
    assertEquals(file + ": valid", validate("<signatures provider='auto' jars='.'/>", 0));
    assertEquals(file + ": valid", validate("<signatures provider='JDK'/>", 0));
  }

  @Test
  void shouldReportABadValueOfEveryKey() throws Exception {
    DamagedConfig.of(Path.of("../config/as.xml"), folder)
        .assertEachIsReported(AuthorizationServerConfig::read);
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

  /** Runs the command line and returns what it printed. */
  private String run(int status, String... args) {
    String[] all = new String[args.length + 2];
    all[0] = "--config";
    all[1] = file.toString();
    System.arraycopy(args, 0, all, 2, args.length);
    printed.getBuffer().setLength(0);
    PrintWriter writer = new PrintWriter(printed, true);
    assertEquals(
        status,
        Commands.commandLine(new AuthorizationServerCommand())
            .setOut(writer)
            .setErr(writer)
            .execute(all),
        printed.toString());
    return printed.toString().strip();
  }
}
