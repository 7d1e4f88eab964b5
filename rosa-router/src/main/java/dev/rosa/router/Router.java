package dev.rosa.router;

import dev.rosa.config.RoleCommand;

/** The Active Router's process (ROSA §4.2): {@code java -jar rosa-router.jar --config FILE}. */
public final class Router {

  private Router() {}

  /** Serves until SIGTERM, or does what else the arguments ask for. */
  public static void main(String[] args) {
    RoleCommand.run(new RouterCommand(), args);
  }
}
