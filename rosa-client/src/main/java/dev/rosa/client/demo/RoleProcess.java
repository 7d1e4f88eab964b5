package dev.rosa.client.demo;

import dev.rosa.kernel.PrivateJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One node as a process of its own, with its output in a log file. Ended by its own handle, gently
 * first.
 */
final class RoleProcess implements AutoCloseable {

  /** Further options for the JVM, as the launcher takes them. */
  private static final String OPTIONS_VARIABLE = "ROSA_JAVA_OPTS";

  private static final Pattern READY = Pattern.compile("\\bready\\b");
  private static final int TAIL_LINES = 12;
  private static final long POLL_MILLIS = 25;
  private static final int GENTLE_SECONDS = 3;

  private final String name;
  private final Process process;
  private final Path log;

  private RoleProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * What runs.
   *
   * @param jar of the role
   * @param jvmOptions beside those that all get
   * @param arguments of the role
   */
  record Program(Path jar, List<String> jvmOptions, List<String> arguments) {

    /** With what was kept of its classes; options of the user's own are left to themselves. */
    static Program of(Path jar, ClassArchives archives, List<String> arguments) {
      List<String> options = userOptions().isEmpty() ? archives.options(jar) : List.of();
      return new Program(jar, options, arguments);
    }
  }

  /** Starts {@code java -jar}; the log is where both its outputs go. */
  static RoleProcess start(String name, Path log, Program program) throws DemoException {
    return start(List.of(), name, log, program);
  }

  /**
   * Starts {@code java -jar} in a network namespace of that name; it ends with this process,
   * however that ends.
   */
  static RoleProcess startIn(String namespace, String name, Path log, Program program)
      throws DemoException {
    List<String> prefix =
        List.of("ip", "netns", "exec", namespace, "setpriv", "--pdeathsig", "TERM");
    return start(prefix, name, log, program);
  }

  private static RoleProcess start(List<String> prefix, String name, Path log, Program program)
      throws DemoException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(javaCommand());
    command.addAll(program.jvmOptions());
    command.add("-jar");
    command.add(program.jar().toString());
    command.addAll(program.arguments());
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      return new RoleProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw new DemoException(name + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** The Java that runs this demo, told to start fast and to be content with little memory. */
  private static List<String> javaCommand() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xss512k",
            "-Xmx96m",
            "-XX:MaxMetaspaceSize=96m",
            PrivateJvm.OPTION));
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(userOptions());
    return command;
  }

  private static List<String> userOptions() {
    String options = System.getenv().getOrDefault(OPTIONS_VARIABLE, "").strip();
    return options.isEmpty() ? List.of() : List.of(options.split("\\s+"));
  }

  /** Its process id; what starts it in a namespace becomes it. */
  long pid() {
    return process.pid();
  }

  String name() {
    return name;
  }

  Path log() {
    return log;
  }

  /** Waits for the line that says "ready". */
  void awaitReady(Duration atMost) throws DemoException, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (logLines().noneMatch(line -> READY.matcher(line).find())) {
      if (!process.isAlive()) {
        throw failure("ended with status " + process.exitValue() + " before it was ready");
      }
      if (System.nanoTime() > deadline) {
        throw failure("was not ready within " + atMost.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  private Stream<String> logLines() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      return Stream.of("(" + log + " cannot be read)");
    }
  }

  /** Says what is wrong with it, with the end of its log. */
  DemoException failure(String problem) {
    List<String> lines = logLines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    return new DemoException(
        name + " " + problem, "the end of " + log + ":\n  | " + String.join("\n  | ", last));
  }

  /** Asks it to end, and insists if it does not. */
  @Override
  public void close() {
    close(GENTLE_SECONDS);
  }

  /**
   * The same, with more or less patience.
   *
   * @return whether it ended by itself
   */
  boolean close(int patienceSeconds) {
    process.destroy();
    try {
      if (process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return false;
  }

  /** The first half of closing, so that several can end at the same time. */
  void askToEnd() {
    process.destroy();
  }
}
