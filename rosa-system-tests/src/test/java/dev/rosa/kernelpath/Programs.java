package dev.rosa.kernelpath;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands that the tests run: the router's jar, and scripts beside the tests. */
final class Programs {

  private static final int ASKS_FOR_NATIVE_ACCESS = 24;
  private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private Programs() {}

  /** The router's jar with these arguments. */
  static List<String> router(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-jar");
    command.add(BASE.resolveSibling("rosa-router").resolve("target/rosa-router.jar").toString());
    command.addAll(List.of(arguments));
    return command;
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
