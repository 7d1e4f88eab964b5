package dev.rosa.firewall.plane.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.PolicySettings;
import dev.rosa.operator.OperatorClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Plane that commands are for, as its configuration describes it. */
public interface OperatedPlane {

  /** Socket of the operators' commands. */
  Path operatorSocket() throws ConfigException;

  /** Client of that socket. */
  default OperatorClient client() throws ConfigException {
    return new OperatorClient(operatorSocket(), "firewall plane");
  }

  /** Socket of the reporters of evidence. */
  Path reporterSocket() throws ConfigException;

  /** How evidence becomes bans. */
  PolicySettings policy() throws ConfigException;

  /** Sources that the configuration allows. */
  List<Source> allowed() throws ConfigException;

  /**
   * Removes what a plane that does not run any more has left in the kernel.
   *
   * @return a line for each thing that was removed
   */
  List<String> removeLeftovers() throws ConfigException, IOException;
}
