package dev.rosa.bench.proxy.request;

import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.ground.CpuTimes;
import dev.rosa.bench.proxy.ground.FileServer;
import dev.rosa.bench.proxy.ground.WebServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * Client in src with one session of FTP, which fetches the long body again and again, until {@link
 * #close}. Owned by one thread.
 */
public final class FtpBodies implements AutoCloseable {

  private static final double MICROS = 1e6;

  private final Process client;
  private final Writer orders;
  private final BufferedReader said;
  private final long server;

  private FtpBodies(Process client, long server) {
    this.client = client;
    this.orders = client.outputWriter();
    this.said = client.inputReader();
    this.server = server;
  }

  /**
   * Logs in.
   *
   * @param home folder that ROSA was built in
   * @param address of the server, behind the way
   * @param server its process
   * @throws IOException if there is no session
   */
  public static FtpBodies open(Path home, Cores cores, String address, long server)
      throws IOException {
    Path script = home.resolve("rosa-bench/src/bench/python/ftp_bodies.py");
    List<String> command =
        cores.onTraffic(
            List.of(
                "ip",
                "netns",
                "exec",
                "src",
                "/usr/bin/python3",
                "-B",
                script.toString(),
                address,
                FileServer.FILE));
    FtpBodies bodies =
        new FtpBodies(new ProcessBuilder(command).redirectErrorStream(true).start(), server);
    try {
      String first = bodies.said.readLine();
      if (!"ready".equals(first)) {
        throw bodies.failure(first);
      }
      return bodies;
    } catch (IOException e) {
      bodies.close();
      throw e;
    }
  }

  private IOException failure(String line) {
    String last = said.lines().reduce(String.valueOf(line), (before, next) -> next);
    return new IOException("no session of FTP: " + last);
  }

  /**
   * One run; a request is a body.
   *
   * @param way processes of the way
   * @param seconds about how long
   */
  public Reading run(List<Long> way, int seconds) throws IOException {
    CpuTimes clientBefore = CpuTimes.of(List.of(client.pid()));
    CpuTimes serverBefore = CpuTimes.of(List.of(server));
    CpuTimes wayBefore = CpuTimes.of(way);
    orders.write(seconds + "\n");
    orders.flush();
    String line = said.readLine();
    long wayNanos = CpuTimes.of(way).since(wayBefore);
    long serverNanos = CpuTimes.of(List.of(server)).since(serverBefore);
    long clientNanos = CpuTimes.of(List.of(client.pid())).since(clientBefore);
    String[] words = line == null ? new String[0] : line.split(" ");
    if (words.length != 2) {
      throw failure(line);
    }
    long bytes = Long.parseLong(words[0]);
    double took = Double.parseDouble(words[1]);
    long count = bytes / WebServer.BODY_BYTES;
    double micros = took * MICROS / Math.max(1, count);
    return new Reading(took, count, bytes, micros, 0, clientNanos, serverNanos, wayNanos);
  }

  @Override
  public void close() {
    client.destroy();
  }
}
