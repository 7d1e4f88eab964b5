package dev.rosa.bench.shootout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ShootoutCommandTest {

  @TempDir private Path directory;

  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Commands.commandLine(new ShootoutCommand());
    line.setErr(new PrintWriter(err));
    return line.execute(args);
  }

  @Test
  void shouldRefuseWhenAskedForTwoScopes() {
    assertEquals(2, run("--quick", "--figures"));
    assertEquals(
        "shootout: --quick and --figures exclude each other; see shootout --help",
        err.toString().strip());
  }

  @Test
  void shouldFailBeforeMeasuringWhenTheReportCannotBeWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertEquals(1, run("--quick", "--out", file.toString()));
    assertEquals(
        "shootout: the report cannot be written: " + file + " is a file, expected a directory",
        err.toString().strip());
    assertEquals(1, run("--out", directory.toString(), "--json", directory.toString()));
    assertTrue(err.toString().contains("is a directory, expected a file"), err::toString);
  }
}
