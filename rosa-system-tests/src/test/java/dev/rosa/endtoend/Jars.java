package dev.rosa.endtoend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jars that a user runs, where the build leaves them, and how they are started. */
final class Jars {

  static final Path AS = jar("rosa-as", "rosa-as");
  static final Path CODE_SERVER = jar("rosa-codeserver", "rosa-codeserver");
  static final Path ROUTER = jar("rosa-router", "rosa-router");
  static final Path CLIENT = jar("rosa-client", "rosa");

  /** The first release that warns about native code and Unsafe unless told that it is meant. */
  private static final int WARNS_OF_NATIVE_ACCESS = 24;

  private Jars() {}

  private static Path jar(String module, String name) {
    String base = System.getProperty("basedir", "");
    return Path.of(base).toAbsolutePath().resolveSibling(module).resolve("target/" + name + ".jar");
  }

  /** {@code java -jar JAR ARGUMENTS…} on the Java that runs the tests. */
  static List<String> command(Path jar, List<String> arguments) {
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing; run mvn verify at the root");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    if (Runtime.version().feature() >= WARNS_OF_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-jar");
    command.add(jar.toString());
    command.addAll(arguments);
    return command;
  }
}
