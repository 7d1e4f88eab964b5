package dev.rosa.bench.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SessionsCommandTest {

  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new SessionsCommand());
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sessions=0 | --sessions is 0, expected 1 to 8000000",
        "--sessions=1,9000000 | --sessions is 9000000, expected 1 to 8000000",
        "--revoked=-1 | --revoked is -1, expected 0 to 8000000",
        "--suite=ROT13 | --suite is 'ROT13', expected one of HMAC-MD5, HMAC-SHA1,",
        "--sessions=many | 'many' is not an int",
        "--providers=/nowhere/providers.xml | /nowhere/providers.xml"
      })
  void shouldSayWhatIsExpectedWhenAnOptionDoesNotFit(String option, String sentence) {
    assertEquals(2, run(option));
    assertTrue(err.toString().contains(sentence), err::toString);
  }

  @Test
  void shouldFindOutAtOnceThatResultsCannotBeWritten() {
    assertEquals(2, run("--json", folder.resolve("none").resolve("out.json").toString()));
  }
}
