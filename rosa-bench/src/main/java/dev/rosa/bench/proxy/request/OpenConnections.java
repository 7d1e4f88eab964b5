package dev.rosa.bench.proxy.request;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connections that stay open after a request, until {@link #close}. Owned by one thread. */
public final class OpenConnections implements AutoCloseable {

  /** Ports of the server's end, the first of them and their number. */
  public static final int FIRST_PORT = 8001;

  /** See {@link #FIRST_PORT}. */
  public static final int PORTS = 12;

  private static final Pattern OPEN = Pattern.compile("^open (\\d+) ?(.*)$");
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final RunningProgram program;
  private final Matcher said;

  private OpenConnections(RunningProgram program, Matcher said) {
    this.program = program;
    this.said = said;
  }

  /**
   * Opens so many, or as many as this machine lets it.
   *
   * @param compiled the program {@code proxy_connections}
   * @param address of the server's end
   */
  public static OpenConnections open(Path compiled, Cores cores, String address, int count)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            compiled.toString(),
            BenchNetwork.namespace("src").toString(),
            BenchNetwork.namespace("dst").toString(),
            address,
            Integer.toString(FIRST_PORT),
            Integer.toString(PORTS),
            Integer.toString(count));
    RunningProgram program = Program.of("connections", cores.onTraffic(command)).start();
    try {
      Matcher said = OPEN.matcher(program.await(OPEN, PATIENCE));
      if (!said.matches()) {
        throw program.failure("says something else");
      }
      return new OpenConnections(program, said);
    } catch (IOException e) {
      program.close();
      throw e;
    }
  }

  /** Count of those that are open. */
  public int count() {
    return Integer.parseInt(said.group(1));
  }

  /** Reason for which there are no more; empty if there is none. */
  public String obstacle() {
    return said.group(2).strip();
  }

  @Override
  public void close() {
    program.close();
  }
}
