package dev.rosa.client.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java installation that processes are started with.
 *
 * @param directory its home
 * @param feature its version, e.g. 17
 */
public record JavaHome(Path directory, int feature) {

  /** The first release that warns about native code and Unsafe unless told that it is meant. */
  private static final int WARNS_OF_NATIVE_ACCESS = 24;

  /** The first that makes an AOT cache in one step (JEP 514). */
  private static final int HAS_AOT_CACHE = 25;

  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  /** The Java that runs this bench. */
  public static JavaHome current() {
    return new JavaHome(Path.of(System.getProperty("java.home")), Runtime.version().feature());
  }

  /**
   * The Java at a home.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static JavaHome at(Path home) {
    try {
      Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
      if (version.find() && Files.isExecutable(home.resolve("bin/java"))) {
        return new JavaHome(home, Integer.parseInt(version.group(1)));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(home + ": no Java there, expected its home", e);
    }
    throw new IllegalArgumentException(home + ": no Java there, expected its home");
  }

  public boolean hasAotCache() {
    return feature >= HAS_AOT_CACHE;
  }

  /** {@code java FLAGS… -jar JAR ARGUMENTS…}, as the launcher starts it. */
  public List<String> command(List<String> flags, Path jar, List<String> arguments) {
    List<String> command = command(flags);
    command.add("-jar");
    command.add(jar.toString());
    command.addAll(arguments);
    return command;
  }

  /** {@code java FLAGS…}. */
  public List<String> command(List<String> flags) {
    List<String> command = new ArrayList<>();
    command.add(directory.resolve("bin/java").toString());
    if (feature >= WARNS_OF_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(flags);
    return command;
  }
}
