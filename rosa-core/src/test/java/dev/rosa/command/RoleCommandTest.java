package dev.rosa.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Problem;
import dev.rosa.config.Problems;
import dev.rosa.testkit.HangUpSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Tag("jdk")
class RoleCommandTest {
  private static final Path CONFIG = Path.of("a.xml");

  @Command(name = "rosa-sample")
  static final class SampleRole extends RoleCommand {
    private final Consumer<Problems> check;

    @Command(name = "show", mixinStandardHelpOptions = true)
    int show() {
      return 0;
    }

    SampleRole(Consumer<Problems> check) {
      this.check = check;
    }

    @Override
    protected void validate(Problems problems) {
      check.accept(problems);
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
    protected void validate(Problems problems) {}

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
    protected void validate(Problems problems) {}

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
    assertEquals(0, execute(problems -> {}, "--config", "a.xml", "--validate"));
    assertEquals("a.xml: valid\n", out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void shouldExitWithZeroAndALineForEachWarningWhenThereAreNoMistakes() {
    assertEquals(0, execute(problems -> warn(problems, 7), "--config", "a.xml", "--validate"));
    assertEquals("a.xml: valid, 1 warning\n", out.toString());
    assertEquals(0, execute(problems -> warn(problems, 9, 8), "--config", "a.xml", "--validate"));
    assertEquals("a.xml: valid, 1 warning\na.xml: valid, 2 warnings\n", out.toString());
    assertEquals(
        """
        rosa-sample: a.xml:7: warning: odd
        rosa-sample: a.xml:8: warning: odd
        rosa-sample: a.xml:9: warning: odd
        """,
        err.toString());
  }

  private static void warn(Problems problems, int... lines) {
    for (int line : lines) {
      problems.add(new Problem(CONFIG, line, true, "odd"));
    }
  }

  @Test
  void shouldExitWithTwoAndALineForEachMistakeInTheOrderOfTheFile() {
    int status =
        execute(
            problems -> {
              problems.add(new Problem(Path.of("b.xml"), 1, false, "of another file"));
              problems.add(new Problem(CONFIG, 20, false, "late"));
              problems.add(new Problem(CONFIG, 3, false, "early"));
              problems.add(new Problem(CONFIG, 3, false, "early"));
              warn(problems, 10);
            },
            "--config",
            "a.xml",
            "--validate");
    assertEquals(2, status);
    assertEquals(
        """
        rosa-sample: a.xml:3: early
        rosa-sample: a.xml:10: warning: odd
        rosa-sample: a.xml:20: late
        rosa-sample: b.xml:1: of another file
        """,
        err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void shouldStopAtMoreMistakesThanAPersonMendsAtATime() {
    execute(
        problems -> {
          for (int line = 1; line <= 2 * Problems.MOST; line++) {
            problems.add(new Problem(CONFIG, line, false, "wrong"));
          }
        },
        "--config",
        "a.xml",
        "--validate");
    List<String> lines = err.toString().lines().toList();
    assertEquals(Problems.MOST + 1, lines.size());
    assertEquals(
        "rosa-sample: a.xml: there may be more, expected these 100 to be mended first",
        lines.get(Problems.MOST));
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
  void shouldNameTheOptionWhoseNameStandsInThePlaceOfACommand() {
    assertEquals(2, execute(null, "validate"));
    assertEquals(
        "rosa-sample: unknown command 'validate', did you mean --validate?;"
            + " see rosa-sample --help\n",
        err.toString());
  }

  @Test
  void shouldExitWithOneAndOneLineWhenItFails() {
    Consumer<Problems> fails =
        problems -> {
          throw new IllegalStateException("a\n b");
        };
    assertEquals(1, execute(fails, "--config", "x", "--validate"));
    assertEquals("rosa-sample: a b\n", err.toString());
  }

  @Test
  void shouldKnowHelpAndVersion() {
    assertEquals(0, execute(null, "--version"));
    String version = Build.of(RoleCommandTest.class).text();
    assertEquals("rosa-sample " + version + "\n", out.toString());
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
    HangUpSignal.assumeItArrives();
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

  private int execute(Consumer<Problems> check, String... args) {
    CommandLine line = Commands.commandLine(new SampleRole(check));
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }
}
