package dev.rosa.divert;

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
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A keeper as its router knows it: a process id and two pipes, which outlive the router's exec.
 * Immutable.
 *
 * @param pid the keeper's process
 * @param to descriptor of the pipe that the keeper reads; it ends with the router
 * @param from descriptor of the pipe that the keeper writes
 * @param returnTo MAC address that packets are sent back to; empty if the configuration says
 */
record KeeperProcess(long pid, int to, int from, String returnTo) {

  private static final int NATIVE_ACCESS_IS_ASKED_FOR = 22;

  /** More than a keeper ever says: an error is a sentence, with a program's first line in it. */
  static final int LONGEST_LINE = 4096;

  private static final Set<String> JVM_OPTIONS =
      Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Starts one, with CAP_NET_ADMIN and CAP_NET_RAW and no more, and waits until its plan is in
   * force.
   *
   * @throws IOException what the keeper says if it cannot be
   */
  static KeeperProcess start(Plan plan) throws IOException {
    Descriptors.Pipe there = Descriptors.pipe();
    Descriptors.Pipe back = Descriptors.pipe();
    Process process = spawn(command(plan), there.readEnd(), back.writeEnd());
    Descriptors.close(there.readEnd());
    Descriptors.close(back.writeEnd());
    String line = firstLine(back.readEnd());
    if (line.startsWith(RouterKeeper.READY)) {
      String mac = line.substring(RouterKeeper.READY.length()).strip();
      return new KeeperProcess(process.pid(), there.writeEnd(), back.readEnd(), mac);
    }
    Descriptors.close(there.writeEnd());
    Descriptors.close(back.readEnd());
    throw new IOException(
        line.startsWith(RouterKeeper.ERROR)
            ? line.substring(RouterKeeper.ERROR.length())
            : "the keeper of the diversion ended before it was ready");
  }

  private static List<String> command(Plan plan) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx32m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xshare:auto", "-XX:-UsePerfData"));
    // It has the capabilities that the router gave away: no process of its user may get into it.
    command.add(PrivateJvm.OPTION);
    if (Runtime.version().feature() >= NATIVE_ACCESS_IS_ASKED_FOR) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(RouterKeeper.class.getName());
    command.addAll(plan.arguments());
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
   * The keeper does not inherit the JVM options of the router, such as a debugger's port or a large
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

  /** States may come before it; nothing behind it is taken out of the pipe. Empty if it ended. */
  private static String firstLine(int descriptor) throws IOException {
    try (PipeLines lines = new PipeLines(Descriptors.readerOfCopy(descriptor), LONGEST_LINE)) {
      String line = lines.next();
      while (line != null && line.startsWith(RouterKeeper.STATE)) {
        line = lines.next();
      }
      return line == null ? "" : line;
    }
  }

  /** Leaves it to itself: the rules for a router that is gone stay in force. */
  void abandon() throws IOException {
    Descriptors.close(to);
  }
}
