package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.Scope.Pace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runner of JMH benchmarks, each in a JVM of its own. Owned by one thread. */
final class Forks {

  /** The heap: enough, and the same for all. One collecting thread, so that its work counts. */
  private static final List<String> FLAGS =
      List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto");

  private static final int NATIVE_ACCESS_SINCE = 22;
  private static final int UNSAFE_SWITCH_SINCE = 24;
  private static final String OWN_PROPERTIES = "rosa.";
  private static final Pattern CAUSE =
      Pattern.compile("(?m)^(?:Caused by: )?[\\w.$]+(?:Exception|Error): (.+)$");
  private static final TimeValue PATIENCE = TimeValue.seconds(60);

  private final List<String> flags;

  Forks() {
    flags = flags(Runtime.version().feature());
    // A lock of all users of a machine would not keep other load away.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static List<String> flags(int version) {
    List<String> flags = new ArrayList<>(FLAGS);
    if (version >= NATIVE_ACCESS_SINCE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    if (version >= UNSAFE_SWITCH_SINCE) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (name.toString().startsWith(OWN_PROPERTIES)) {
                flags.add("-D" + name + "=" + value);
              }
            });
    return flags;
  }

  /** JVM flags of the forks, apart from ROSA's own properties. */
  List<String> flags() {
    return flags.stream().filter(flag -> !flag.startsWith("-D" + OWN_PROPERTIES)).toList();
  }

  /**
   * Runs one fork.
   *
   * @param method of the benchmark
   * @param parameters its {@code @Param} fields
   * @param turns how many kinds of iterations it goes through; the pace is for each
   * @return its iterations in order
   * @throws ForkException if it failed
   */
  List<IterationResult> run(
      Class<?> benchmark, String method, Map<String, String> parameters, Pace pace, int turns)
      throws ForkException {
    return run(options(benchmark, method, pace, turns), parameters);
  }

  /** The same under JMH's GC profiler. */
  List<IterationResult> runCountingHeap(
      Class<?> benchmark, String method, Map<String, String> parameters, Pace pace, int turns)
      throws ForkException {
    return run(options(benchmark, method, pace, turns).addProfiler(GCProfiler.class), parameters);
  }

  private ChainedOptionsBuilder options(Class<?> benchmark, String method, Pace pace, int turns) {
    return new OptionsBuilder()
        .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
        .forks(1)
        .warmupIterations(pace.warmups() * turns)
        .warmupTime(TimeValue.milliseconds(pace.warmupMillis()))
        .measurementIterations(pace.iterations() * turns)
        .measurementTime(TimeValue.milliseconds(pace.millis()))
        .timeout(PATIENCE)
        .shouldFailOnError(true)
        .jvmArgs(flags.toArray(String[]::new));
  }

  private static List<IterationResult> run(
      ChainedOptionsBuilder options, Map<String, String> parameters) throws ForkException {
    parameters.forEach(options::param);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(said, false, StandardCharsets.UTF_8)) {
      OutputFormat format = OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL);
      Collection<RunResult> results = new Runner(options.build(), format).run();
      return results.stream()
          .flatMap(result -> result.getBenchmarkResults().stream())
          .flatMap(result -> result.getIterationResults().stream())
          .toList();
    } catch (RunnerException e) {
      throw new ForkException(cause(said.toString(StandardCharsets.UTF_8), e), e);
    }
  }

  /** The first exception that says something; the others are what caused it. */
  private static String cause(String said, RunnerException e) {
    Matcher matcher = CAUSE.matcher(said);
    return matcher.find() ? matcher.group(1) : e.getMessage();
  }
}
