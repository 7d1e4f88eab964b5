package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line without a plane that runs. */
final class FirewallCommandTest {

  @TempDir private Path folder;
  private TestFirewall firewall;

  @BeforeEach
  void write() throws IOException {
    firewall = new TestFirewall(folder);
  }

  @Test
  void shouldSayValidAndMakeNothingWhenConfigurationIsGood() {
    assertTrue(firewall.done("--validate").endsWith("firewall.xml: valid\n"));
    assertFalse(Files.exists(folder.resolve("firewall.db")));
    assertFalse(Files.exists(folder.resolve("run")));
  }

  @Test
  void shouldWarnOfAnInterfaceThatIsNotThere() throws IOException {
    change("<allow>", "<layers><protect>no-such-if</protect></layers><allow>");

    assertEquals(0, firewall.run("--validate"));
    assertTrue(
        firewall.err.toString().contains("there is no such interface"), firewall.err.toString());
    assertTrue(firewall.out.toString().endsWith("valid, 1 warning\n"), firewall.out.toString());
  }

  @Test
  void shouldWarnOfAReporterThatMayBeAnyUserOfAnotherNamespace() throws IOException {
    change("<reporter user", "<reporter user=\"nobody\" proofs=\"none\"/><reporter user");

    assertEquals(0, firewall.run("--validate"));
    assertTrue(
        firewall.err.toString().contains("users of other namespaces are nobody, too"),
        firewall.err.toString());
  }

  @Test
  void shouldWarnOfAReporterThatIsNoUser() throws IOException {
    change("<reporter user", "<reporter user=\"no-such-user\" proofs=\"none\"/><reporter user");

    assertEquals(0, firewall.run("--validate"));
    assertTrue(
        firewall.err.toString().contains("is 'no-such-user', and there is no such user"),
        firewall.err.toString());
    assertTrue(firewall.out.toString().endsWith("valid, 1 warning\n"), firewall.out.toString());
  }

  private void change(String from, String to) throws IOException {
    assertTrue(TestFirewall.CONFIG.contains(from), from);
    Files.writeString(firewall.config, TestFirewall.CONFIG.replace(from, to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <storage>firewall.db</storage> | <storage>jdbc:postgresql://localhost/rosa</storage> | expected a file
          run/operator.sock              | run/evidence.sock                                   | is that of <operators>
          198.51.100.0/28                | 198.51.100.1/28                                     | 198.51.100.0/28
          proofs="handshake none"        | proofs="handshake shake"                            | handshake, session, none
          <reporter user                 | <reporter user="0" proofs="none"/><reporter user    | is '0', and that user's name is root: write the name
          <allow>                        | <layers when-gone="drop"/><allow>                   | keep or lift
          <allow>                        | <layers xdp="maybe"/><allow>                        | <layers xdp> is 'maybe', expected off, auto or on
          <allow>                        | <layers macs="maybe"/><allow>                       | <layers macs> is 'maybe', expected true or false
          <policy>                       | <policy sessions="drop">                            | <policy sessions> is 'drop', expected limit or ban
          <policy>                       | <policy observe="maybe">                            | <policy observe> is 'maybe', expected true or false
          <allow>                        | <layers limit-per-second="0"/><allow>               | from 1 to 1000000
          <allow>                        | <layers name="a-b"/><allow>                         | letters, digits and underscores
          <allow>                        | <layers><protect>eth0</protect><protect>eth0</protect></layers><allow> | eth0
          <allow>                        | <storage-key>file:k</storage-key><allow>            | storage-key
          """)
  void shouldNameEachMistakeOfAConfigurationInOneLine(String from, String to, String expected)
      throws IOException {
    change(from, to);

    assertEquals(2, firewall.run("--validate"), firewall.out.toString());
    String said = firewall.err.toString();
    assertEquals(1, said.lines().count(), said);
    assertTrue(said.contains("firewall.xml:") && said.contains(expected), said);
  }

  @Test
  void shouldRefuseASocketPathThatIsTooLong() throws IOException {
    change("run/operator.sock", "x".repeat(108) + "/operator.sock");

    assertEquals(2, firewall.run("--validate"));
    assertTrue(firewall.err.toString().contains("107 bytes at most"), firewall.err.toString());
  }

  @Test
  void shouldRefuseToServeWithoutAConfiguration() {
    StringWriter err = new StringWriter();
    int code =
        Commands.commandLine(new FirewallCommand(firewall, isXdpWanted -> {}))
            .setErr(new PrintWriter(err, true))
            .execute();

    assertEquals(2, code);
    assertTrue(err.toString().contains("--config=FILE"), err.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "list",
        "show",
        "ban",
        "lift",
        "allow",
        "allow add",
        "allow remove",
        "allow list",
        "watch",
        "report",
        "explain",
        "remove"
      })
  void shouldHaveExamplesAndExitCodesInTheHelpOfEachCommand(String words) {
    String help = firewall.done((words + " --help").split(" "));

    assertTrue(help.contains("Example"), help);
    assertTrue(help.contains("./rosa firewall " + words), help);
    assertTrue(help.contains("Exit codes:"), help);
  }

  @Test
  void shouldLetCommandsHaveTheLaunchersConfigurationAndNoRole() {
    assertArrayEquals(
        new String[] {"--config", "/home/rosa/config/firewall.xml", "show", "192.0.2.7"},
        FirewallCommand.withConfig("/home/rosa", "show", "192.0.2.7"));
    for (String words : List.of("--validate", "--config f.xml list", "--config=f.xml list")) {
      assertArrayEquals(
          words.split(" "), FirewallCommand.withConfig("/home/rosa", words.split(" ")));
    }
    assertArrayEquals(new String[] {}, FirewallCommand.withConfig("/home/rosa"));
    assertArrayEquals(new String[] {"list"}, FirewallCommand.withConfig(null, "list"));
  }

  @Test
  void shouldExplainRecordedEvidenceWithoutAPlane() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("evidence.txt"),
            """
            # attack of May
            2026-05-01T12:00:00Z evidence handshake SCAN 192.0.2.7 eth0 80 first
            2026-05-01T12:00:01Z evidence handshake SCAN 192.0.2.7 eth0 80
            evidence handshake SCAN 192.0.2.7 eth0 80 third
            {"event":"lift","time":"2026-05-01T12:00:02Z","source":"192.0.2.9"}
            {"event":"decision","time":"2026-05-01T12:20:00Z","evidence":"evidence none SCAN 198.51.100.3 - 0"}
            """);

    String all = firewall.done("explain", file.toString());
    assertTrue(all.contains("2026-05-01T12:00:01Z banned         192.0.2.7"), all);
    assertTrue(all.contains("for 10m0s (192.0.2.7)"), all);
    assertTrue(all.endsWith("decisions: 1 tolerated, 1 suspicious, 1 banned, 1 allowed\n"), all);
    String changes = firewall.done("explain", file.toString(), "--changes", "--json");
    assertEquals(2, changes.lines().count(), changes);
    assertTrue(changes.contains("\"bans\":[{\"source\":\"192.0.2.7\",\"seconds\":600}]"), changes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evidence shake SCAN 192.0.2.7 - 0",
        "{\"evidence\"",
        "now evidence",
        "yesterday evidence none SCAN 192.0.2.7 - 0"
      })
  void shouldNameTheLineThatIsNoEvidence(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("evidence.txt"), "\n\n" + line + "\n");

    assertTrue(firewall.refused("explain", file.toString()).contains(file + ":3: "), "the line");
  }
}
