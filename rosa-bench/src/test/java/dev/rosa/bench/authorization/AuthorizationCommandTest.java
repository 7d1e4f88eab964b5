package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AuthorizationCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds=0 | --rounds is 0, expected 1 to 99",
        "--seconds=61 | --seconds is 61.0, expected 1 to 60",
        "--beside=no.jar | --beside no.jar: no such file, expected a rosa-as.jar",
        "--folder=none | --folder none: no such folder, expected one for the databases",
        "--postgres=as.db | --postgres is as.db, expected jdbc:postgresql://HOST/DATABASE",
        "--postgres=jdbc:mysql://h/d | expected a file or jdbc:postgresql://HOST/DATABASE",
        "--json=/nowhere/out.json | its folder does not exist"
      })
  void shouldSayWhatIsExpectedWhenAnOptionDoesNotFit(String option, String sentence) {
    StringWriter err = new StringWriter();
    CommandLine line = Commands.commandLine(new AuthorizationCommand());
    line.setErr(new PrintWriter(err));
    assertEquals(2, line.execute(option));
    assertTrue(err.toString().contains(sentence), err::toString);
  }
}
