package dev.rosa.bench.proxy.request;

import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.bench.proxy.ground.CpuTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients in src: the load generator wrk with one thread. It measures the CPU time of all that take
 * part. Owned by one thread.
 */
public final class Wrk {

  /** The shell tells the CPU time of a program that has ended. */
  private static final String TIMED = "TIMEFORMAT='cpu %3U %3S'; time wrk \"$@\"";

  private final Cores cores;
  private final long server;

  /**
   * Clients.
   *
   * @param server process of the web server
   */
  public Wrk(Cores cores, long server) {
    this.cores = cores;
    this.server = server;
  }

  /**
   * One run.
   *
   * @param address of the server, behind the way
   * @param way processes of the way
   * @param seconds whole ones
   * @throws IOException if nothing was answered
   */
  public Reading run(Demand demand, String address, List<Long> way, int seconds)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("ip", "netns", "exec", "src", "bash", "-c", TIMED, "wrk"));
    command.addAll(List.of("-t1", "-c" + demand.clients(), "-d" + seconds + "s", "--latency"));
    if (demand.isOneEach()) {
      command.addAll(List.of("-H", "Connection: close"));
    }
    command.add("http://" + address + demand.path());
    CpuTimes serverBefore = CpuTimes.of(List.of(server));
    CpuTimes wayBefore = CpuTimes.of(way);
    WrkOutput output = WrkOutput.parse(Shell.run("", cores.onTraffic(command)));
    long wayNanos = CpuTimes.of(way).since(wayBefore);
    long serverNanos = CpuTimes.of(List.of(server)).since(serverBefore);
    if (output.requests() == 0 && output.bytes() == 0) {
      throw new IOException("no request was answered: " + demand.title());
    }
    return new Reading(
        output.seconds(),
        output.requests(),
        output.bytes(),
        output.p50Micros(),
        output.failed(),
        output.cpuNanos(),
        serverNanos,
        wayNanos);
  }
}
