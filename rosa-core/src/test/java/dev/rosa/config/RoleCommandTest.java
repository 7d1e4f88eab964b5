package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RoleCommandTest {
  @Command(name = "rosa-sample")
  static final class SampleRole extends RoleCommand {
    private final Exception failure;

    @Command(name = "show", mixinStandardHelpOptions = true)
    int show() {
      return 0;
    }

    SampleRole(Exception failure) {
      this.failure = failure;
    }

    @Override
    protected void validate() throws Exception {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    protected AutoCloseable start() {
      throw new IllegalStateException("not served in this test");
    }
  }

  /** A role whose start takes a moment longer than its ready line. */
  @Command(name = "rosa-slow")
  static final class SlowRole extends RoleCommand {

    public static void main(String[] args) {
      RoleCommand.run(new SlowRole(), args);
    }

    @Override
    protected void validate() {}

    @Override
    protected AutoCloseable start() throws Exception {
      System.out.println("ready");
      Thread.sleep(500);
      return () -> System.out.println("closed");
    }
  }

  /** A role that starts until it is told to be ready. */
  @Command(name = "rosa-waiting")
  static final class WaitingRole extends RoleCommand {

    public static void main(String[] args) {
      RoleCommand.run(new WaitingRole(), args);
    }

    @Override
    protected void validate() {}

    @Override
    protected AutoCloseable start() throws Exception {
      System.out.println("starting");
      int told = System.in.read();
      System.out.println("ready " + told);
      return () -> System.out.println("closed");
    }
  }

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldExitWithZeroWhenConfigurationIsValid() {
    assertEquals(0, execute(null, "--config", "a.xml", "--validate"));
    assertEquals("a.xml: valid\n", out.toString());
  }

  @Test
  void shouldExitWithTwoAndOneLineWhenUsageIsWrong() {
    assertEquals(2, execute(null, "--validate"));
    assertEquals(
        "rosa-sample: Missing required option: '--config=FILE'; see rosa-sample --help\n",
        err.toString());
  }

  @Test
  void shouldNameTheMistypedOptionWhenAnotherOneIsMissing() {
    assertEquals(2, execute(null, "--confg", "a.xml"));
    assertEquals(
        "rosa-sample: Unknown option: '--confg', did you mean --config?; see rosa-sample --help\n",
        err.toString());
  }

  @Test
  void shouldExitWithTwoWhenConfigurationIsBad() {
    assertEquals(2, execute(new ConfigException("a.xml:1: no"), "--config", "a.xml", "--validate"));
    assertEquals("rosa-sample: a.xml:1: no\n", err.toString());
  }

  @Test
  void shouldExitWithOneAndOneLineWhenItFails() {
    assertEquals(1, execute(new IllegalStateException("a\n b"), "--config", "x", "--validate"));
    assertEquals("rosa-sample: a b\n", err.toString());
  }

  @Test
  void shouldKnowHelpAndVersion() {
    assertEquals(0, execute(null, "--version"));
    assertEquals("rosa-sample development\n", out.toString());
    assertEquals(0, execute(null, "--help"));
    assertTrue(out.toString().contains("--validate"));
  }

  @Test
  void shouldShowUsageThatCanBeTypedAndExitCodes() {
    assertEquals(0, execute(null, "--config", "a.xml", "show", "--help"));
    assertTrue(
        out.toString().startsWith("Usage: java -jar rosa-sample.jar --config=FILE show [-hV]\n"),
        out.toString());
    assertEquals(0, execute(null, "--help"));
    assertTrue(
        out.toString()
            .contains("Usage: java -jar rosa-sample.jar [-hV] [--validate] --config=FILE"),
        out.toString());
    assertTrue(out.toString().matches("(?s).*Exit codes:\\s+0 +done\\s+1 +failed.*\\s+2 +wrong.*"));
  }

  private static Process start(Class<?> role) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-cp", classes, role.getName(), "--config", "a.xml")
        .redirectErrorStream(true)
        .start();
  }

  private static void awaitLine(BufferedReader said, String end) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.endsWith(end)) {
        return;
      }
      seen.append(line).append('\n');
    }
    throw new AssertionError("ended without " + end + ": " + seen);
  }

  private static void hangUp(Process process) throws Exception {
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
  }

  @Test
  void shouldGoOnWhenHungUpWhileItStartsAndServes() throws Exception {
    Process role = start(WaitingRole.class);
    try (BufferedReader said = role.inputReader(StandardCharsets.UTF_8)) {
      awaitLine(said, "starting");
      hangUp(role);
      awaitLine(said, HangUp.LINE);
      role.getOutputStream().write('7');
      role.getOutputStream().flush();
      awaitLine(said, "ready 55");
      hangUp(role);
      awaitLine(said, HangUp.LINE);
      role.toHandle().destroy();
      awaitLine(said, "closed");
      assertEquals(0, role.waitFor());
    } finally {
      role.destroyForcibly();
    }
  }

  @Test
  void shouldStopInOrderWhenEndedRightAfterItsReadyLine() throws Exception {
    Process role = start(SlowRole.class);
    try (BufferedReader said = role.inputReader(StandardCharsets.UTF_8)) {
      awaitLine(said, "ready");
      // By its handle: the process itself would close what it says.
      role.toHandle().destroy();
      assertTrue(said.lines().anyMatch("closed"::equals));
      assertEquals(0, role.waitFor());
    }
  }

  private int execute(Exception failure, String... args) {
    CommandLine line = Commands.commandLine(new SampleRole(failure));
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }
}
