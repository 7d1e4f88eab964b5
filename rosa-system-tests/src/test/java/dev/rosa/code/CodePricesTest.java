package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.endtoend.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Search, in a JVM of its own, for the arguments with which a listed member gets most time for a
 * unit. It measures times, so it runs by {@code ./rosa test code prices} only.
 */
class CodePricesTest {

  private static final String SEARCH = "dev.rosa.metering.prices.PriceCommand";

  /** Compilation is waited for, and the heap's pages are there: what long running code meets. */
  private static final List<String> STEADY =
      List.of("-Xbatch", "-Xms1g", "-Xmx2g", "-XX:+AlwaysPreTouch");

  private static final Duration PATIENCE = Duration.ofHours(6);
  private static final Pattern MEMBERS = Pattern.compile("(\\d+) members, (\\d+) above (\\d+) x");
  private static final Pattern WORST = Pattern.compile("(?m)^worst:\\R +([0-9.]+ x  .*)$");
  private static final Pattern KERNEL = Pattern.compile("median kernel: ([0-9.]+) ns");

  @TempDir private Path folder;

  @Test
  void shouldFindNoMemberThatIsTooCheap() throws Exception {
    assumeTrue(Figures.judged(), "times are measured by ./rosa test code prices");
    Figures figures = Figures.of("prices");
    String of = search(figures, "", List.of());
    // The JVM compiles other code for loops that it has seen with long arguments only.
    String ofLong = search(figures, "long arguments: ", List.of("--long"));
    assertEquals("", of + ofLong);
  }

  /** Returns what a search has written, or nothing if it has found no member. */
  private String search(Figures figures, String kind, List<String> options) throws Exception {
    List<String> command = new ArrayList<>(JavaHome.current().command(STEADY));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), SEARCH));
    command.addAll(options);
    if (Boolean.getBoolean("rosa.code.full")) {
      command.add("--full");
    }
    Path output = folder.resolve("output" + options.size() + ".txt");
    try (RunningProgram running = Program.of("prices", command).writing(output).start()) {
      int exit = running.awaitExit(PATIENCE);
      Matcher members = found(MEMBERS, running.out());
      figures
          .put(kind + "members", Integer.valueOf(members.group(1)))
          .put(kind + "too cheap", Integer.valueOf(members.group(2)))
          .put(kind + "limit", Integer.valueOf(members.group(3)))
          .put(
              kind + "median kernel, ns per unit",
              Double.valueOf(found(KERNEL, running.out()).group(1)))
          .put(kind + "worst", found(WORST, running.out()).group(1))
          .write();
      return exit == 0 ? "" : running.out();
    }
  }

  private static Matcher found(Pattern pattern, String output) {
    Matcher matcher = pattern.matcher(output);
    if (!matcher.find()) {
      throw new AssertionError("the search ended early:\n" + output);
    }
    return matcher;
  }
}
