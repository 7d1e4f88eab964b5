package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of its own in a user namespace of its own, in which its creator is root: nothing in it
 * can touch the machine's network. It ends with this JVM at the latest.
 */
final class NetworkNamespace implements AutoCloseable {

  private final Process holder;
  private final Path folder;
  private final boolean hasUsers;

  private NetworkNamespace(Process holder, Path folder, boolean hasUsers) {
    this.holder = holder;
    this.folder = folder;
    this.hasUsers = hasUsers;
  }

  /** Makes one; outputs of what runs in it go to a folder. */
  static NetworkNamespace create(Path folder) throws IOException {
    return create(folder, "-Urnm");
  }

  /** Makes one without users of its own; a test of who is not the machine's root is skipped. */
  static NetworkNamespace createAsRoot(Path folder) throws Exception {
    Process trial = new ProcessBuilder("unshare", "-nm", "true").redirectErrorStream(true).start();
    assumeTrue(trial.waitFor() == 0, "needs root's rights");
    return create(folder, "-nm");
  }

  private static NetworkNamespace create(Path folder, String spaces) throws IOException {
    Process holder =
        new ProcessBuilder(
                "unshare", spaces, "sh", "-c", "ip link set lo up && echo up && exec cat")
            .redirectErrorStream(true)
            .start();
    byte[] said = new byte[128];
    int length = holder.getInputStream().read(said);
    String first = new String(said, 0, Math.max(0, length), StandardCharsets.UTF_8);
    if (!first.startsWith("up")) {
      holder.destroyForcibly();
      throw new IOException("no network namespace can be made here: " + first);
    }
    return new NetworkNamespace(holder, folder, spaces.contains("U"));
  }

  /** A command that runs in it. */
  List<String> inside(List<String> command) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("nsenter", "-t", Long.toString(holder.pid())));
    if (hasUsers) {
      all.addAll(List.of("-U", "--preserve-credentials"));
    }
    all.addAll(List.of("-n", "-m", "--"));
    all.addAll(command);
    return all;
  }

  /** Runs a shell's line in it to its end; all that it printed. */
  String shell(String line) throws Exception {
    Outcome outcome = run(List.of("sh", "-ec", line));
    if (outcome.exit() != 0) {
      throw new AssertionError(line + " ended with " + outcome.exit() + ":\n" + outcome.out());
    }
    return outcome.out();
  }

  /** Runs a command in it to its end. */
  Outcome run(List<String> command) throws Exception {
    return Program.of(command.get(0), inside(command)).run();
  }

  /** Starts a command in it. */
  RunningProgram start(String name, List<String> command) throws IOException {
    return Program.of(name, inside(command)).writing(folder.resolve(name + ".txt")).start();
  }

  @Override
  public void close() {
    holder.destroyForcibly();
  }
}
