package dev.rosa.firewall.keeper;

import dev.rosa.firewall.keeper.KeeperMessage.Kind;
import dev.rosa.kernel.process.Capability;
import dev.rosa.kernel.process.Descriptors;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Process of a keeper as its role knows it: a process id and two pipes, which outlive an exec of
 * the role. Immutable.
 *
 * @param pid the keeper's process
 * @param to descriptor of the pipe that the keeper reads; it ends with the role
 * @param from descriptor of the pipe that the keeper writes
 * @param handover the plan's text for the role, without spaces
 */
public record KeeperProcess(long pid, int to, int from, String handover) {

  private static final int NATIVE_ACCESS_IS_ASKED_FOR = 22;

  private static final Set<String> JVM_OPTIONS =
      Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Starts one, with CAP_NET_ADMIN and CAP_NET_RAW and no more, and waits until its plan is in
   * force.
   *
   * @param main the class of the role's keeper, which calls {@link RoleKeeper}
   * @param arguments its arguments: the plan
   * @throws IOException what the keeper says if it cannot be
   */
  public static KeeperProcess start(Class<?> main, List<String> arguments) throws IOException {
    Descriptors.Pipe there = Descriptors.pipe();
    Descriptors.Pipe back = Descriptors.pipe();
    Process process = spawn(command(main, arguments), there.readEnd(), back.writeEnd());
    Descriptors.close(there.readEnd());
    Descriptors.close(back.writeEnd());
    KeeperMessage first = firstMessage(back.readEnd());
    if (first.kind() == Kind.READY) {
      return new KeeperProcess(process.pid(), there.writeEnd(), back.readEnd(), first.text());
    }
    Descriptors.close(there.writeEnd());
    Descriptors.close(back.readEnd());
    throw new IOException(first.text());
  }

  private static List<String> command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx32m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xshare:auto", "-XX:-UsePerfData"));
    // It has the capabilities that the role gives away: no process of its user may get into it.
    command.add(PrivateJvm.OPTION);
    // The report of a crash becomes no file, which all could read.
    command.add("-XX:+ErrorFileToStderr");
    if (Runtime.version().feature() >= NATIVE_ACCESS_IS_ASKED_FOR) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /**
   * In a thread of its own: capabilities that it drops are those of this thread and its child
   * alone.
   */
  private static Process spawn(List<String> command, int stdin, int stdout) throws IOException {
    AtomicReference<Process> process = new AtomicReference<>();
    AtomicReference<IOException> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                Set<Capability> kept = EnumSet.of(Capability.NET_ADMIN, Capability.NET_RAW);
                Privileges.keepOnly(kept);
                process.set(builder(command, stdin, stdout).start());
              } catch (IOException e) {
                failure.set(e);
              }
            },
            "keeper-start");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    return process.get();
  }

  /**
   * The keeper does not inherit the JVM options of the role, such as a debugger's port or a large
   * heap.
   */
  private static ProcessBuilder builder(List<String> command, int stdin, int stdout) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Descriptors.path(stdin).toFile())
            .redirectOutput(Descriptors.path(stdout).toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().keySet().removeAll(JVM_OPTIONS);
    return builder;
  }

  /** Nothing behind it is taken out of the pipe. */
  private static KeeperMessage firstMessage(int descriptor) throws IOException {
    try (PipeLines lines =
        new PipeLines(Descriptors.readerOfCopy(descriptor), KeeperMessage.LONGEST_BYTES)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        Optional<KeeperMessage> message = KeeperMessage.parse(line);
        if (message.isPresent()) {
          return message.get();
        }
      }
      return new KeeperMessage(Kind.FAILED, "the keeper ended before it was ready");
    }
  }

  /** As one line without its end; {@link #parse} is the inverse. */
  public String text() {
    return "%d %d %d %s".formatted(pid, to, from, handover);
  }

  /** Reads one, in the process that an exec has begun again. */
  public static KeeperProcess parse(String text) {
    String[] words = text.split(" ", -1);
    return new KeeperProcess(
        Long.parseLong(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), words[3]);
  }

  /** Leaves it to itself: the rules for a role that is gone stay in force. */
  public void abandon() throws IOException {
    Descriptors.close(to);
  }
}
