package dev.rosa.router;

import dev.rosa.command.FirstStep;
import dev.rosa.command.RoleCommand;
import dev.rosa.firewall.divert.DivertCommand;
import dev.rosa.kernel.process.PrivateJvm;
import java.util.Arrays;

/**
 * Main class of the Active Router (ROSA §4.2): {@code java -jar rosa-router.jar --config FILE}.
 * With {@code divert} as its first word it is the diversion for a router elsewhere.
 */
public final class Router {

  private Router() {}

  /** Serves until SIGTERM, or does what else the arguments ask for. */
  public static void main(String[] args) {
    // Before anything slow: until then, a process of the same user might get its capabilities.
    FirstStep.of("rosa-router", PrivateJvm::begin);
    if (args.length > 0 && args[0].equals("divert")) {
      DivertCommand.main(Arrays.copyOfRange(args, 1, args.length));
      return;
    }
    RoleCommand.run(new RouterCommand(), args);
  }
}
