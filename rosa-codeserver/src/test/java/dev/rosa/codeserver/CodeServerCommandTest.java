package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import dev.rosa.config.ConfigException;
import dev.rosa.config.DamagedConfig;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("jdk")
final class CodeServerCommandTest {

  private static final String VALID =
      """
      <code-server>
        <identity>domain/cs1</identity>
        <listen>127.0.0.1:0</listen>
        <storage>codeserver.db</storage>
        <publishers/>
        <routers><router name="r1" codes="carol/transcoder carol/counter"/></routers>
      </code-server>
      """;

  @TempDir Path directory;
  private TestDomain domain;
  private Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void enrol() throws IOException {
    domain = TestDomain.in(directory.resolve("domain"));
    domain.issue(Role.CODESERVER, "cs1");
    file = directory.resolve("codeserver.xml");
    Files.writeString(file, VALID);
  }

  private int run(String... arguments) {
    CommandLine line = Commands.commandLine(new CodeServerCommand());
    return line.setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String refusal(String from, String to) throws IOException {
    Files.writeString(file, VALID.replace(from, to));
    assertEquals(2, run("--config", file.toString(), "--validate"), err.toString());
    assertEquals(1, err.toString().lines().count(), err.toString());
    return err.toString();
  }

  @Test
  void shouldSayValidAndMakeNothingWhenConfigurationIsGood() {
    assertEquals(0, run("--config", file.toString(), "--validate"), err.toString());
    assertTrue(out.toString().endsWith("codeserver.xml: valid\n"));
    assertFalse(Files.exists(directory.resolve("codeserver.db")));
  }

  @Test
  void shouldReadTheExampleWhenItIsTheOneWeShip() throws ConfigException {
    CodeServerConfig config = CodeServerConfig.load(Path.of("../config/codeserver.xml"));
    assertEquals(Set.of("carol"), config.publisherNames());
    assertEquals(
        Map.of("r1", Set.of("*"), "r2", Set.of("carol/transcoder", "carol/counter")),
        config.codesByRouter());
    assertEquals(1 << 20, config.maxBundle().bytes());
  }

  @Test
  void shouldNameLineAndExpectationWhenKeyOrUnitIsWrong() throws IOException {
    assertTrue(
        refusal("<publishers/>", "<max-bundle>1 parsec</max-bundle>")
            .contains("codeserver.xml:5: "));
    err.getBuffer().setLength(0);
    assertTrue(refusal("<publishers/>", "<colour>red</colour>").contains("codeserver.xml:5: "));
    err.getBuffer().setLength(0);
    assertTrue(
        refusal("<publishers/>", "<max-bundle>2GiB</max-bundle>")
            .endsWith("xml:5: <max-bundle> is 2048MiB, expected a size from 1KiB to 16MiB\n"));
  }

  @Test
  void shouldSayWhatToWriteWhenRouterLineHasNameAlone() throws IOException {
    String line = refusal("carol/transcoder carol/counter", "carol/transcoder counter");
    assertTrue(line.contains("codeserver.xml:6: "), line);
    assertTrue(line.contains("PUBLISHER/NAME (for instance carol/counter)"), line);
  }

  @Test
  void shouldRefuseWhenNameIsGivenTwice() throws IOException {
    String name = "<name of=\"counter\" publishers=\"carol dave\"/>";
    String line = refusal("<publishers/>", "<names>" + name + name + "</names>");
    assertTrue(line.contains("counter"), line);
    err.getBuffer().setLength(0);
    assertTrue(
        refusal("<publishers/>", "<names><name of=\"counter\" publishers=\"\"/></names>")
            .contains("codeserver.xml:5: "));
  }

  @Test
  void shouldRefuseWhenTwoLinesAreForOneRouter() throws IOException {
    assertTrue(refusal("</routers>", "<router name=\"r1\" codes=\"*\"/></routers>").contains("r1"));
  }

  @Test
  void shouldRefuseWhenIdentityHasAnotherRole() throws IOException {
    domain.issue(Role.ROUTER, "r1");
    String line = refusal("domain/cs1", "domain/r1");
    assertTrue(line.contains("codeserver.xml:2: <identity>: "), line);
    assertTrue(
        line.contains("r1.crt is rosa://17/router/r1, expected one of role codeserver"), line);
  }

  @Test
  void shouldRefuseWhenKeyIsWorldReadable() throws IOException {
    Files.setPosixFilePermissions(
        directory.resolve("domain/cs1.key"), PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(2, run("--config", file.toString()));
    assertTrue(err.toString().contains("codeserver.xml:2: <identity>: "), err.toString());
    assertTrue(err.toString().contains("cs1.key: others than the owner"), err.toString());
    assertEquals(1, err.toString().lines().count());
  }

  @Test
  void shouldRefuseWhenStorageIsWorldReadable() throws IOException {
    Path storage = directory.resolve("codeserver.db");
    Files.createFile(storage);
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rw-r--r--"));
    for (String option : new String[] {"--validate", "--config"}) {
      err.getBuffer().setLength(0);
      assertEquals(
          2,
          option.equals("--validate")
              ? run("--config", file.toString(), option)
              : run(option, file.toString()));
      assertTrue(
          err.toString().contains("codeserver.xml:4: <storage>: " + storage), err.toString());
      assertTrue(err.toString().contains("expected mode 0600"), err.toString());
    }
  }

  @Test
  void shouldReportEveryMistakeInTheOrderOfTheFile() throws IOException {
    Files.writeString(
        file,
        """
        <code-server>
          <identity>domain/cs2</identity>
          <listen>127.0.0.1:port</listen>
          <storage>nowhere/cs.db</storage>
          <max-bundle>
            32MiB
          </max-bundle>
          <publishers max-codes="0"
                      max-names="none">
            <publisher>Carol</publisher>
            <publisher>dave</publisher>
          </publishers>
          <names>
            <name of="counter"/>
          </names>
          <routers>
            <router name="r1" codes="counter"/>
            <router name="r1" codes="*"/>
            <router name="r1" codes="*"/>
          </routers>
        </code-server>
        """);
    assertEquals(2, run("--config", file.toString(), "--validate"));
    List<String> beginnings =
        List.of(
            "2: <identity>: " + directory.resolve("domain/cs2.key") + ": no such private key file",
            "3: <listen> is '127.0.0.1:port', expected HOST:PORT",
            "4: <storage>: " + directory.resolve("nowhere/cs.db") + " lies in ",
            "5: <max-bundle> is 32MiB, expected a size from 1KiB to 16MiB",
            "8: <publishers max-codes> is '0', expected a whole number",
            "9: <publishers max-names> is 'none', expected a whole number",
            "10: <publisher> is 'Carol', expected a name",
            "14: <name> has no publishers, expected publishers=",
            "17: <router codes> is 'counter', expected PUBLISHER/NAME",
            "18: <router> 'r1' is given twice",
            "19: <router> 'r1' is given twice");
    List<String> lines = err.toString().lines().toList();
    assertEquals(beginnings.size(), lines.size(), err.toString());
    for (int i = 0; i < lines.size(); i++) {
      assertTrue(
          lines.get(i).startsWith("rosa-codeserver: " + file + ":" + beginnings.get(i)),
          lines.get(i));
    }
    assertFalse(Files.exists(directory.resolve("nowhere")));
  }

  @Test
  void shouldWarnOfWhatAServerStartsWithAllTheSame() throws Exception {
    domain.issue(Role.CODESERVER, "brief", Duration.ofDays(10));
    Files.writeString(
        file,
        VALID
            .replace("domain/cs1", "domain/brief")
            .replace("<publishers/>", "<status>192.0.2.1:9103</status>"));
    assertEquals(0, run("--config", file.toString(), "--validate"), err.toString());
    assertEquals(file + ": valid, 2 warnings\n", out.toString());
    List<String> lines = err.toString().lines().toList();
    assertTrue(
        lines.get(0).contains("codeserver.xml:2: warning: <identity> names "), lines::toString);
    assertTrue(lines.get(1).contains("codeserver.xml:5: warning: <status> is 192.0.2.1:9103"));
    try (CapturedLog log = CapturedLog.of(CodeServerSetup.class)) {
      CodeServerSetup.load(file);
      assertEquals(2, log.linesWith("WARN " + file).size());
    }
    assertFalse(Files.exists(directory.resolve("codeserver.db")));
  }

  @Test
  void shouldReportABadValueOfEveryKey() throws IOException {
    String given = Files.readString(Path.of("../config/codeserver.xml"));
    DamagedConfig.of(DamagedConfig.uncommented(given, "names"), directory)
        .assertEachIsReported(CodeServerConfig::read);
  }

  @Test
  void shouldRefuseInOneLineWhenStorageIsNoDatabase() throws IOException {
    Path storage = directory.resolve("codeserver.db");
    Files.writeString(storage, "this is certainly not a database, but long enough to look at");
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rw-------"));
    assertEquals(2, run("--config", file.toString()));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(
        err.toString()
            .contains("codeserver.xml:4: <storage>: " + storage + ": the storage cannot be used"),
        err.toString());
  }

  @Test
  void shouldSayAtTheNextStartThatItsStorageWasRestored() throws Exception {
    CodeServerSetup setup = CodeServerSetup.load(file);
    Path backup = directory.resolve("monday.db");
    RunningCodeServer server = RunningCodeServer.start(setup, InstantSource.system());
    try {
      assertEquals(0, run("--config", file.toString(), "backup", backup.toString()));
      assertEquals(1, run("--config", file.toString(), "restore", backup.toString()));
    } finally {
      server.close();
    }
    assertEquals(
        "rosa-codeserver restore: "
            + directory.resolve("codeserver.db")
            + ": another process has it open, expected its server to be stopped\n",
        err.toString());
    assertEquals(0, run("--config", file.toString(), "restore", backup.toString()));
    try (CapturedLog log = CapturedLog.of(RunningCodeServer.class)) {
      RunningCodeServer.start(setup, InstantSource.system()).close();
      assertEquals(1, log.linesWith("WARN the storage was restored from a backup at ").size());
    }
  }

  @Test
  void shouldLogOneReadyLineAndKeepStorageFromOthersWhenStarted() throws Exception {
    CodeServerSetup setup = CodeServerSetup.load(file);
    try (CapturedLog log = CapturedLog.of(RunningCodeServer.class);
        RunningCodeServer server = RunningCodeServer.start(setup, InstantSource.system())) {
      assertEquals(
          "INFO ready identity=rosa://17/codeserver/cs1 listen=127.0.0.1:"
              + server.address().getPort()
              + " storage="
              + directory.resolve("codeserver.db")
              + " codes=0",
          log.lines().get(0));
      assertEquals(1, log.lines().size());
      for (String name : new String[] {"codeserver.db", "codeserver.db-wal"}) {
        assertEquals(
            "rw-------",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))));
      }
      IOException inUse =
          assertThrows(IOException.class, () -> startAgain(server.address().getPort()));
      assertTrue(inUse.getMessage().endsWith(": the port is in use"), inUse.getMessage());
    }
  }

  private void startAgain(int port) throws Exception {
    Files.writeString(file, VALID.replace("127.0.0.1:0", "127.0.0.1:" + port));
    RunningCodeServer.start(CodeServerSetup.load(file), InstantSource.system()).close();
  }
}
