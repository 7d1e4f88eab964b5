package dev.rosa.router;

import dev.rosa.config.RoleCommand;
import dev.rosa.divert.DivertCommand;
import java.util.Arrays;

/**
 * The Active Router's process (ROSA §4.2): {@code java -jar rosa-router.jar --config FILE}; or,
 * with {@code divert} as its first word, the diversion for a router elsewhere.
 */
public final class Router {

  private Router() {}

  /** Serves until SIGTERM, or does what else the arguments ask for. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("divert")) {
      DivertCommand.main(Arrays.copyOfRange(args, 1, args.length));
      return;
    }
    RoleCommand.run(new RouterCommand(), args);
  }
}
