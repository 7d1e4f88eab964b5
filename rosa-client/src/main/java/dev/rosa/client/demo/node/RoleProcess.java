package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One node of the demo or lab as a process of its own, with its output in a log file. */
final class RoleProcess implements AutoCloseable {

  /** Further options for the JVM, as the launcher takes them. */
  private static final String OPTIONS_VARIABLE = "ROSA_JAVA_OPTS";

  /** A JVM that starts fast and is content with little memory. */
  private static final List<String> MODEST =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-Xss512k",
          "-Xmx96m",
          "-XX:MaxMetaspaceSize=96m",
          PrivateJvm.OPTION);

  private static final Pattern READY = Pattern.compile("\\bready\\b");

  private final String name;
  private final RunningProgram running;
  private final Path log;

  private RoleProcess(String name, RunningProgram running, Path log) {
    this.name = name;
    this.running = running;
    this.log = log;
  }

  /**
   * A role's jar and how it is run.
   *
   * @param jvmOptions beside those that all get
   * @param arguments of the role
   */
  record Jar(Path file, List<String> jvmOptions, List<String> arguments) {

    /** With what was kept of its classes; options of the user's own are left to themselves. */
    static Jar of(Path file, ClassArchives archives, List<String> arguments) {
      List<String> options = userOptions().isEmpty() ? archives.options(file) : List.of();
      return new Jar(file, options, arguments);
    }

    /** {@code java -jar} with the Java that runs this. */
    private List<String> command() {
      List<String> flags = new ArrayList<>(MODEST);
      flags.addAll(userOptions());
      flags.addAll(jvmOptions);
      return JavaHome.current().command(flags, file, arguments);
    }

    private static List<String> userOptions() {
      String options = System.getenv().getOrDefault(OPTIONS_VARIABLE, "").strip();
      return options.isEmpty() ? List.of() : List.of(options.split("\\s+"));
    }
  }

  /** Starts a jar; the log is where both its outputs go. */
  static RoleProcess start(String name, Path log, Jar jar) throws DemoException {
    return start(name, log, jar.command());
  }

  /**
   * Starts a jar in a network namespace of that name; it ends with this process, however that ends.
   */
  static RoleProcess startIn(String namespace, String name, Path log, Jar jar)
      throws DemoException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("ip", "netns", "exec", namespace, "setpriv", "--pdeathsig", "TERM"));
    command.addAll(jar.command());
    return start(name, log, command);
  }

  private static RoleProcess start(String name, Path log, List<String> command)
      throws DemoException {
    try {
      return new RoleProcess(name, Program.of(name, command).writing(log).start(), log);
    } catch (IOException e) {
      throw new DemoException(name + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** Its process id; a program that starts it in a namespace becomes it. */
  long pid() {
    return running.pid();
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
    return running.says(READY);
  }

  /** Complains, with the end of its log, if it has ended. */
  void checkAlive() throws DemoException {
    if (!running.isAlive()) {
      throw new DemoException(title() + " ended with exit code " + running.exitCode(), lastLines());
    }
  }

  private String lastLines() {
    List<String> last = running.lastLines();
    return last.isEmpty()
        ? "its log is empty: " + log
        : "the end of " + log + ":\n  | " + String.join("\n  | ", last);
  }

  boolean isAlive() {
    return running.isAlive();
  }

  @Override
  public void close() {
    running.close();
  }

  /** The first half of closing, so that several can end at the same time. */
  void askToEnd() {
    running.askToEnd();
  }
}
