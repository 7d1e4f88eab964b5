package dev.rosa.bench.namespace;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A device that a program in user space makes and serves, in one of the three machines; there until
 * it is closed. Owned by one thread.
 */
public final class TunnelDevice implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 10_000;
  private static final int PAUSE_MILLIS = 50;

  private final String device;
  private final String namespace;
  private final RunningProgram process;

  private TunnelDevice(String device, String namespace, RunningProgram process) {
    this.device = device;
    this.namespace = namespace;
    this.process = process;
  }

  /**
   * Starts the program.
   *
   * @param namespace src or dst; empty: here
   * @param command that ends with the program, pinned to its core
   */
  public static TunnelDevice start(
      String device, String namespace, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>();
    if (!namespace.isEmpty()) {
      all.addAll(List.of("ip", "netns", "exec", namespace));
    }
    all.add("env");
    environment.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    RunningProgram process = Program.of("the program of " + device, all).in(Path.of("/")).start();
    return new TunnelDevice(device, namespace, process);
  }

  /** {@code ip} of the machine that it is in. */
  void ip(String words) throws IOException {
    BenchNetwork.ip((namespace.isEmpty() ? "" : "-n " + namespace + " ") + words);
  }

  /** Waits until it is there. */
  public void await() throws IOException, InterruptedException {
    for (int waited = 0; waited < PATIENCE_MILLIS; waited += PAUSE_MILLIS) {
      try {
        ip("link show dev " + device);
        return;
      } catch (IOException e) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    throw process.failure("made no " + device);
  }

  /** Gives it an address and switches it on. */
  public void up(String address) throws IOException {
    ip("addr replace " + address + "/32 dev " + device);
    ip("link set " + device + " mtu 1500 up");
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.close();
    try {
      ip("link del " + device);
    } catch (IOException e) {
      // It went with the process that made it.
    }
  }
}
