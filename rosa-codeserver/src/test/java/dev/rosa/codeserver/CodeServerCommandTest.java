package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Commands;
import dev.rosa.config.ConfigException;
import dev.rosa.identity.CertificateWatch;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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
        refusal("<publishers/>", "<max-bundle>2GiB</max-bundle>").contains("from 1KiB to 16MiB"));
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
  void shouldWarnAtItsStartThatItsCertificateEndsSoon() throws Exception {
    CodeServerCommand server = new CodeServerCommand();
    Commands.commandLine(server).parseArgs("--config", file.toString());
    try (CapturedLog log = CapturedLog.of(CertificateWatch.class);
        AutoCloseable running = server.start()) {
      assertNotNull(running);
      assertEquals(
          1, log.linesWith("WARN the certificate of rosa://17/codeserver/cs1 ends at ").size());
    }
  }

  @Test
  void shouldRefuseWhenStorageIsWorldReadable() throws IOException {
    Path storage = directory.resolve("codeserver.db");
    Files.createFile(storage);
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(1, run("--config", file.toString(), "--validate"));
    assertTrue(err.toString().contains("expected mode 0600"), err.toString());
  }

  @Test
  void shouldRefuseInOneLineWhenStorageIsNoDatabase() throws IOException {
    Path storage = directory.resolve("codeserver.db");
    Files.writeString(storage, "this is certainly not a database, but long enough to look at");
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rw-------"));
    assertEquals(1, run("--config", file.toString()));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("codeserver.db: cannot be used"), err.toString());
  }

  @Test
  void shouldLogOneReadyLineAndKeepStorageFromOthersWhenStarted() throws Exception {
    CodeServerConfig config = CodeServerConfig.load(file);
    Identity self = Identity.load(config.identity());
    try (CapturedLog log = CapturedLog.of(CodeServer.class);
        CodeServer server = CodeServer.start(config, self, InstantSource.system())) {
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
    CodeServerConfig config = CodeServerConfig.load(file);
    CodeServer.start(config, Identity.load(config.identity()), InstantSource.system()).close();
  }
}
