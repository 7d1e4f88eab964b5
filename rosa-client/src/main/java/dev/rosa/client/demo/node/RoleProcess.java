package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * Program of a role's process.
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

  /** Its process id; a program that starts it in a namespace becomes it. */
  long pid() {
    return process.pid();
  }

  String name() {
    return name;
  }

  /** The words for it in a sentence, such as "the Code Server". */
  String title() {
    return switch (name) {
      case "as" -> "the Authorization Server";
      case "cs" -> "the Code Server";
      case "destination" -> "the Destination";
      case "source" -> "the Source of the audio";
      case "source-encrypted" -> "the Source of the messages";
      default -> name;
    };
  }

  /** Tells whether its log has a line that says "ready". */
  boolean isReady() {
    return logLines().anyMatch(line -> READY.matcher(line).find());
  }

  /** Complains, with the end of its log, if it has ended. */
  void checkAlive() throws DemoException {
    if (!process.isAlive()) {
      throw failure("ended with exit code " + process.exitValue());
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

  private DemoException failure(String problem) {
    List<String> lines = logLines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    String details =
        last.isEmpty()
            ? "its log is empty: " + log
            : "the end of " + log + ":\n  | " + String.join("\n  | ", last);
    return new DemoException(title() + " " + problem, details);
  }

  /** Asks it to end, and insists if it does not within some seconds. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(GENTLE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /** The first half of closing, so that several can end at the same time. */
  void askToEnd() {
    process.destroy();
  }
}
