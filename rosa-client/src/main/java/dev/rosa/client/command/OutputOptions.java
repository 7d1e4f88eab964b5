package dev.rosa.client.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Output format of a command: lines for people, or one JSON value for machines. */
public final class OutputOptions {
  @Option(names = "--json", description = "print JSON for machines on standard output")
  private boolean json;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /** True if JSON is wanted. */
  public boolean json() {
    return json;
  }

  /** Standard output. */
  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Standard error. */
  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Prints a line on standard output. */
  public void line(String text) {
    out().println(text);
    out().flush();
  }

  /** Tells people something beside the output, on standard error. */
  void note(String text) {
    err().println(text);
    err().flush();
  }

  /** Prints a value on standard output. */
  public void json(JsonNode value) {
    try {
      line(CommandContext.JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }
}
