package dev.rosa.firewall.plane.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.operator.AskingCommand;
import dev.rosa.operator.OperatorClient;

/** Command of an operator: it asks the plane that the configuration names, and prints. */
abstract class OperatorCommand extends AskingCommand {

  /** The plane; the root of the command line. */
  final OperatedPlane plane() {
    return (OperatedPlane) root();
  }

  @Override
  protected final OperatorClient client() throws ConfigException {
    return plane().client();
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
