package dev.rosa.fuzz;

import java.io.File;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Part of the tests' class path that a target is given. Jazzer reads every class on it before the
 * first input, which takes longer than the few seconds of a target. Libraries that only other
 * targets need are therefore left out. A target that needs one fails and names the missing class.
 */
enum FuzzClassPath {
  /** Packages of the core that no server stands behind. */
  CORE(Libraries.STORAGE, Libraries.FIGURES, Libraries.CONTROL),

  /** The Authorization Server and the Code Server. */
  SERVER(Libraries.FIGURES),

  /** The Active Router. */
  ROUTER(Libraries.STORAGE);

  /** Beginnings of jars' names. */
  private static final class Libraries {
    static final String TOOLS = "archunit|junit|opentest4j|apiguardian|jmh|jopt|commons-math";
    static final String STORAGE = "sqlite|jdbi|geantyref|flyway|HikariCP";
    static final String FIGURES = "micrometer|prometheus|HdrHistogram";
    static final String CONTROL = "grpc|netty|proto-google|guava|gson|perfmark";
  }

  private final Pattern foreign;

  FuzzClassPath(String... foreign) {
    String names = Libraries.TOOLS + "|" + String.join("|", foreign);
    this.foreign = Pattern.compile("(" + names + ")[^/]*\\.jar");
  }

  /** The class path of this JVM without what is foreign to the target. */
  String entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !foreign.matcher(new File(entry).getName()).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
