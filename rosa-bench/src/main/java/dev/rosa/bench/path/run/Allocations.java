package dev.rosa.bench.path.run;

import dev.rosa.bench.path.namespace.AbsentException;
import dev.rosa.bench.path.namespace.Shell;
import dev.rosa.client.process.JavaHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes that each thread of another JVM has allocated so far, from that JVM's {@code Thread.print
 * -e}. Stateless.
 */
public final class Allocations {

  private static final Pattern THREAD =
      Pattern.compile("^\"([^\"]+)\".*?\\ballocated=([0-9.]+)([BKMG])", Pattern.MULTILINE);

  private Allocations() {}

  /**
   * Bytes by thread, of a name and number each; large numbers are rounded as the JVM prints them.
   *
   * @throws AbsentException if there is no jcmd, which comes with a JDK only
   */
  static Map<String, Double> of(long pid)
      throws IOException, InterruptedException, AbsentException {
    Path jcmd = JavaHome.current().directory().resolve("bin/jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw new AbsentException("there is no " + jcmd + ", which a JDK has");
    }
    return parse(Shell.run(jcmd.toString(), Long.toString(pid), "Thread.print", "-e"));
  }

  public static Map<String, Double> parse(String print) {
    Map<String, Double> bytes = new LinkedHashMap<>();
    Matcher thread = THREAD.matcher(print);
    while (thread.find()) {
      double number = Double.parseDouble(thread.group(2)) * unit(thread.group(3));
      bytes.merge(thread.group(1), number, Double::sum);
    }
    return bytes;
  }

  private static double unit(String letter) {
    return switch (letter) {
      case "K" -> 1 << 10;
      case "M" -> 1 << 20;
      case "G" -> 1 << 30;
      default -> 1;
    };
  }
}
