package dev.rosa.bench.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProxyBenchCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds=0 | --rounds is 0, expected 1 to 99",
        "--open=100001 | --open is 100001, expected 0 to 100000",
        "--json=/nowhere/out.json | its folder does not exist",
        "--out=/etc/hostname | is a file, expected a directory",
        "--bars=/nowhere/bars.json | --bars",
        "--only=nosuch | --only is 'nosuch', expected a part of the name of a row",
        "--rounds=many | 'many' is not an int"
      })
  void shouldSayWhatIsExpectedWhenAnOptionDoesNotFit(String option, String sentence) {
    StringWriter err = new StringWriter();
    CommandLine line = Commands.commandLine(new ProxyBenchCommand());
    line.setErr(new PrintWriter(err));
    assertEquals(2, line.execute(option));
    assertTrue(err.toString().contains(sentence), err::toString);
  }
}
