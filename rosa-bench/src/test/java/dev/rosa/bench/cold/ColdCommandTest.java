package dev.rosa.bench.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ColdCommandTest {

  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new ColdCommand());
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--runs=0 | --runs is 0, expected 1 to 99",
        "--part=some | some",
        "--json=/nowhere/at/all.json | --json /nowhere/at/all.json: its folder does not exist",
        "--runs=1 | start this with ./rosa bench cold, which knows where ROSA is"
      })
  void shouldSayWhatIsExpectedWhenAnOptionDoesNotFit(String option, String sentence) {
    assertEquals(2, run(option));
    assertTrue(err.toString().contains(sentence), err::toString);
  }
}
