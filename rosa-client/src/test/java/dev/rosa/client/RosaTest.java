package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.command.CommandContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

@Tag("jdk")
class RosaTest {
  @Test
  void shouldListCommandsWhenAskedForHelp() {
    CommandRun run = CommandRun.of("help");

    assertEquals(0, run.exitCode(), run.err());
    for (String command : new String[] {"vectors", "domain", "as ", "codeserver", "router"}) {
      assertTrue(run.out().contains(command), command);
    }
  }

  @TestFactory
  List<DynamicTest> shouldShowExamplesInHelpOfEveryCommand() {
    List<DynamicTest> tests = new ArrayList<>();
    collect(Rosa.commandLine(CommandContext.system()), new ArrayList<>(), tests);
    return tests;
  }

  private static void collect(CommandLine line, List<String> path, List<DynamicTest> tests) {
    line.getSubcommands()
        .forEach(
            (name, subcommand) -> {
              List<String> command = new ArrayList<>(path);
              command.add(name);
              if (!name.equals("help")) {
                tests.add(DynamicTest.dynamicTest(name, () -> checkHelp(command)));
                collect(subcommand, command, tests);
              }
            });
  }

  private static void checkHelp(List<String> command) {
    List<String> args = new ArrayList<>(command);
    args.add("--help");

    CommandRun run = CommandRun.of(args.toArray(String[]::new));

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("Examples:"), run.out());
    assertTrue(run.out().contains("rosa " + String.join(" ", command)), run.out());
  }

  @Test
  void shouldNameTheBundleOfTheLabThatIsNotThere() {
    CommandRun run = CommandRun.of("lab-nodes", "--dir", "x", "--bundle", "mine=none.jar");

    assertEquals(2, run.exitCode());
    assertEquals(
        "rosa lab-nodes: --bundle mine=none.jar: no such file, expected a jar\n", run.err());
  }

  @Test
  void shouldSayOneLineWhenUsageIsWrong() {
    for (String[] args :
        new String[][] {{}, {"nonsense"}, {"vectors"}, {"domain"}, {"domain", "init", "x"}}) {
      CommandRun run = CommandRun.of(args);

      assertEquals(2, run.exitCode());
      assertEquals(1, run.err().lines().count(), run.err());
      assertTrue(run.err().startsWith("rosa"), run.err());
    }
  }
}
