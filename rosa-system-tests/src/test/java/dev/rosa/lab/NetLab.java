package dev.rosa.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A lab that runs: {@code ./rosa lab --hold}, and commands in its namespaces. {@link #close} ends
 * it with all that is in it.
 */
final class NetLab implements AutoCloseable {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Process process;
  private final JsonNode description;
  private final List<RunningProgram> started = new ArrayList<>();

  private NetLab(Path folder, Process process, JsonNode description) {
    this.folder = folder;
    this.process = process;
    this.description = description;
  }

  /** Reason why there can be no lab here, or empty. */
  static String missing() throws IOException, InterruptedException {
    Program.Outcome check = Program.of(ROOT.resolve("lab/lab.sh").toString(), "--check").run();
    return check.exit() == 0 ? "" : check.said().strip();
  }

  /** Starts one; {@code folder} is empty and gets everything's logs. */
  static NetLab start(Path folder, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("rosa").toString(), "lab"));
    command.addAll(List.of("--hold", "--json", "--dir", folder.resolve("nodes").toString()));
    command.addAll(List.of(options));
    Path errors = folder.resolve("lab.err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put("ROSA_NO_BUILD", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String line = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (line == null) {
      process.waitFor();
      throw new AssertionError("the lab does not start: " + Files.readString(errors));
    }
    return new NetLab(folder, process, JSON.readTree(line));
  }

  /** Folder of its scripts. */
  static Path home() {
    return ROOT.resolve("lab");
  }

  /** Folder of its nodes' identities, configurations and logs. */
  Path nodes() {
    return folder.resolve("nodes");
  }

  /** The pid of a node's process. */
  long pid(String node) {
    return description.path("pids").path(node).asLong();
  }

  /** Starts one of the lab's commands, e.g. {@code on src ping …}; it ends with the lab. */
  RunningProgram start(String... command) throws IOException {
    List<String> all = new ArrayList<>();
    description.path("enter").forEach(word -> all.add(word.asText()));
    all.addAll(List.of(command));
    String name = started.size() + "-" + Path.of(command[0]).getFileName();
    RunningProgram begun =
        Program.of(name, all)
            .with("ROSA_NO_BUILD", "1")
            .with("JAVA_HOME", System.getProperty("java.home"))
            .writing(folder.resolve(name + ".out"), folder.resolve(name + ".err"))
            .start();
    started.add(begun);
    return begun;
  }

  /** Runs one of the lab's commands, which must succeed. */
  String run(String... command) throws IOException, InterruptedException {
    RunningProgram running = start(command);
    if (running.awaitExit() != 0) {
      throw new AssertionError(String.join(" ", command) + ": " + running.said());
    }
    return running.out();
  }

  /** A router's status page for a failure's message. */
  String described(String router) {
    try {
      return ": " + status(router);
    } catch (IOException | InterruptedException e) {
      return ": " + e;
    }
  }

  /** A router's status page. */
  JsonNode status(String router) throws IOException, InterruptedException {
    return JSON.readTree(run("status", router, "--json"));
  }

  /**
   * A count on a router's status page, e.g. {@code drops}, {@code BAD_TAG}; 0 if it is not there.
   */
  long count(String router, String group, String name) throws IOException, InterruptedException {
    return status(router).path(group).path(name).asLong();
  }

  @Override
  public void close() throws IOException {
    started.forEach(RunningProgram::close);
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroy();
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
