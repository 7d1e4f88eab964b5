package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command of an operator: it asks the plane that the configuration names, and prints. */
abstract class OperatorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON objects, a line each.")
  private boolean json;

  /** The plane; the root of the command line. */
  final OperatedPlane plane() {
    return (OperatedPlane) spec.root().userObject();
  }

  final boolean json() {
    return json;
  }

  /** A request without parameters. */
  static ObjectNode request(String command) {
    return JsonNodeFactory.instance.objectNode().put("command", command);
  }

  /** Has a request carried out; the lines of the answer. */
  final List<JsonNode> ask(JsonNode request) throws ConfigException, IOException {
    List<JsonNode> lines = new ArrayList<>();
    ask(request, lines::add);
    return lines;
  }

  /** Has a request carried out, and hands on each line of the answer when it comes. */
  final void ask(JsonNode request, Consumer<JsonNode> lines) throws ConfigException, IOException {
    plane().client().ask(request, lines);
  }

  /** Prints one line. */
  final void print(String line) {
    spec.commandLine().getOut().println(line);
  }

  /** Prints a line of the answer as it is. */
  final void print(JsonNode line) {
    print(line.toString());
  }

  /** Prints one line of a complaint; the command goes on. */
  final void complain(String line) {
    spec.commandLine().getErr().println(spec.qualifiedName() + ": " + line);
  }

  /** A mistake on the command line. */
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** The source that a parameter names. */
  final Source source(String text) {
    try {
      return Source.parse(text);
    } catch (IllegalArgumentException e) {
      throw usage("SOURCE is '" + text + "', " + e.getMessage());
    }
  }
}
