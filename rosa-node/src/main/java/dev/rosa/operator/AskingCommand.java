package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command of an operator: it asks the role that the configuration names, and prints. */
public abstract class AskingCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON objects, a line each.")
  private boolean json;

  /** For subclasses. */
  protected AskingCommand() {}

  /** Client of the role's socket. */
  protected abstract OperatorClient client() throws ConfigException, IOException;

  /** The object of the command line's root. */
  protected final Object root() {
    return spec.root().userObject();
  }

  /** True if the answer is to be printed as it is. */
  protected final boolean json() {
    return json;
  }

  /** A request without parameters. */
  protected static ObjectNode request(String command) {
    return JsonNodeFactory.instance.objectNode().put("command", command);
  }

  /** Has a request carried out; the lines of the answer. */
  protected final List<JsonNode> ask(JsonNode request) throws ConfigException, IOException {
    List<JsonNode> lines = new ArrayList<>();
    ask(request, lines::add);
    return lines;
  }

  /** Has a request carried out, and hands on each line of the answer when it comes. */
  protected final void ask(JsonNode request, Consumer<JsonNode> lines)
      throws ConfigException, IOException {
    client().ask(request, lines);
  }

  /** Prints one line. */
  protected final void print(String line) {
    spec.commandLine().getOut().println(line);
  }

  /** Prints a line of the answer as it is. */
  protected final void print(JsonNode line) {
    print(line.toString());
  }

  /** Prints one line of a complaint; the command goes on. */
  protected final void complain(String line) {
    spec.commandLine().getErr().println(spec.qualifiedName() + ": " + line);
  }

  /** A mistake on the command line. */
  protected final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
