package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RoleCommandTest {
  @Command(name = "rosa-sample")
  static final class SampleRole extends RoleCommand {
    private final Exception failure;

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

  private int execute(Exception failure, String... args) {
    CommandLine line = Commands.commandLine(new SampleRole(failure));
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }
}
