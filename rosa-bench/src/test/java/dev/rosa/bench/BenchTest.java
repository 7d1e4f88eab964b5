package dev.rosa.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Bench.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  @Test
  void shouldNameTheBenchesWhenNoneIsNamed() {
    assertEquals(2, run());
    assertTrue(err.toString().contains("expected one of shootout, bench to run"), err::toString);
  }

  @Test
  void shouldNameTheGroupsBenchesWhenNoneIsNamed() {
    assertEquals(2, run("bench"));
    assertTrue(
        err.toString()
            .contains("expected one of cold, code, sessions, path, firewall, proxy, as to run"),
        err::toString);
  }

  @Test
  void shouldRefuseWhenTheBenchIsUnknown() {
    assertEquals(2, run("bench", "warm"));
    assertTrue(err.toString().contains("warm"), err::toString);
  }
}
