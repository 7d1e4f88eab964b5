package dev.rosa.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.proof.EngineFuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Targets under Jazzer, each in a process of its own: with {@code -Dfuzz.seconds=N} every target
 * for so long, or {@code -Dfuzz.target=NAME} alone; else one of them for three seconds. {@link
 * FuzzTargetsTest} gives inputs to all of them without it. What Jazzer finds is left in {@code
 * target/fuzz/NAME/}: the input as crash-…, and its output in output.txt. Inputs worth keeping stay
 * in its corpus folder, so that a longer run begins where the last one ended.
 */
@Tag("fuzz")
class FuzzTest {

  /** A fuzzer spends much of its first seconds on one core, waiting for nothing. */
  private static final int AT_A_TIME = 2;

  private static final int BRIEF_SECONDS = 3;
  private static final int SECONDS = Integer.getInteger("fuzz.seconds", BRIEF_SECONDS);
  private static final String ONLY = System.getProperty("fuzz.target", "");
  private static final Pattern EXECUTIONS = Pattern.compile("Done (\\d+) runs in");

  /** Seconds below which the JVM's second compiler costs more than it gives. */
  private static final int WORTH_OPTIMISING = 60;

  /** Start, instrumentation and end on a busy machine; only a target that hangs needs it. */
  private static final int GRACE_SECONDS = 480;

  /** For one input. The suite is for machines that stop for minutes, too: it sees a hang later. */
  private static final int HANG_SECONDS = SECONDS < WORTH_OPTIMISING ? 240 : 20;

  @TempDir Path scratch;

  private final ExecutorService pool = Executors.newFixedThreadPool(AT_A_TIME);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @TestFactory
  List<DynamicTest> shouldKeepItsPromisesWhateverComesIn() {
    List<DynamicTest> tests = new ArrayList<>();
    for (FuzzTarget target : targets()) {
      String name = target.type().getSimpleName();
      if (name.startsWith(ONLY)) {
        Future<Void> run = pool.submit(() -> fuzz(target));
        tests.add(DynamicTest.dynamicTest(name, () -> outcome(run)));
      }
    }
    return tests;
  }

  /** Jazzer reads thousands of classes before the first input: too long for each in the suite. */
  private static List<FuzzTarget> targets() {
    boolean all = SECONDS > BRIEF_SECONDS || !ONLY.isEmpty();
    return all ? FuzzTarget.ALL : FuzzTarget.ALL.subList(0, 1);
  }

  private static void outcome(Future<Void> run) throws Throwable {
    try {
      run.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private Void fuzz(FuzzTarget target) throws Exception {
    String name = target.type().getSimpleName();
    Path work = Files.createDirectories(Path.of("target", "fuzz", name).toAbsolutePath());
    Path corpus = Files.createDirectories(work.resolve("corpus"));
    Path seeds = writeSeeds(target, Files.createDirectories(work.resolve("seeds")));
    Path output = work.resolve("output.txt");
    List<String> command = command(target, work);
    command.add(corpus.toString());
    command.add(seeds.toString());
    Program program = Program.of(name, command).in(work).writing(output);
    try (RunningProgram jazzer = program.start()) {
      int exit = jazzer.awaitExit(Duration.ofSeconds(SECONDS + GRACE_SECONDS));
      assertEquals(0, exit, () -> name + " found something\n" + tail(output));
      assertTrue(executions(output) > 0, () -> name + " tried nothing\n" + tail(output));
      return null;
    }
  }

  private List<String> command(FuzzTarget target, Path work) throws IOException {
    Path own = Files.createDirectories(scratch.resolve(target.type().getSimpleName()));
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            SECONDS < WORTH_OPTIMISING ? "-XX:TieredStopAtLevel=1" : "-XX:TieredStopAtLevel=4",
            "-XX:+UseSerialGC",
            "-XX:+EnableDynamicAgentLoading",
            "-D" + Scratch.PROPERTY + "=" + own,
            "-D" + EngineFuzzer.DROP_INS + "=" + Path.of("../providers").toAbsolutePath(),
            "-Dlogback.configurationFile=logback-fuzz.xml",
            "-cp",
            target.classPath().entries(),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + target.type().getName(),
            "--instrumentation_includes=dev.rosa.**",
            "--custom_hook_includes=dev.rosa.**",
            "--reproducer_path=" + work,
            "-artifact_prefix=" + work + "/",
            "-max_total_time=" + SECONDS,
            "-rss_limit_mb=4096",
            "-timeout=" + HANG_SECONDS,
            "-print_final_stats=1"));
  }

  private static Path writeSeeds(FuzzTarget target, Path folder) throws IOException {
    List<byte[]> seeds = target.seeds().get();
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(folder.resolve("seed-" + i), seeds.get(i));
    }
    return folder;
  }

  private static long executions(Path output) throws IOException {
    Matcher done = EXECUTIONS.matcher(Files.readString(output));
    return done.find() ? Long.parseLong(done.group(1)) : 0;
  }

  private static String tail(Path output) {
    try {
      List<String> lines = Files.readAllLines(output);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      return output + ": " + e.getMessage();
    }
  }
}
