package dev.rosa.kernelpath;

import dev.rosa.client.demo.RoleJars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands that the tests run: the jars of router and proxy, and scripts beside the tests. */
final class Programs {

  private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private Programs() {}

  /** The router's jar with these arguments. */
  static List<String> router(String... arguments) {
    return RoleJars.command(RoleJars.ROUTER, List.of(arguments));
  }

  /** The proxy's jar with these arguments. */
  static List<String> proxy(String... arguments) {
    Path jar = BASE.getParent().resolve("rosa-proxy/target/rosa-proxy.jar");
    return RoleJars.command(jar, List.of(arguments));
  }

  /** A Python script of the tests with these arguments. */
  static List<String> python(String script, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("/usr/bin/python3");
    command.add(BASE.resolve("src/test/python").resolve(script).toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
