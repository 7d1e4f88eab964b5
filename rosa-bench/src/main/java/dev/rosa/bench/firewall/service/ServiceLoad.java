package dev.rosa.bench.firewall.service;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.firewall.service.ServiceReading.Requests;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Clients of the service, honest ones and attackers, in src. Owned by one thread. */
public final class ServiceLoad {

  /** Addresses of each group of clients. */
  static final int CLIENTS = 12;

  private static final int IN_FLIGHT = 256;
  private static final int HONEST_MILLIS = 3_000;

  /** An attacker does not wait long to be connected. */
  private static final int BAD_MILLIS = 100;

  private final Path program;
  private final Cores cores;
  private final Path honest;
  private final Path malicious;

  /**
   * Clients by a program.
   *
   * @param programs folder in which {@code firewall_requests} is
   */
  public ServiceLoad(Path programs, Cores cores) throws IOException {
    this.program = programs.resolve("firewall_requests");
    this.cores = cores;
    this.honest = Files.write(programs.resolve("honest.xml"), Orders.honest());
    this.malicious = Files.write(programs.resolve("malicious.xml"), Orders.malicious());
  }

  /** Requests of both groups: the honest ones first. */
  List<Requests> run(double seconds, double honestPerSecond, double badPerSecond)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.add(BenchNetwork.namespace("src").toString());
    command.addAll(List.of(AttackedHost.ADDRESS, Integer.toString(OrderService.PORT)));
    command.addAll(List.of(Double.toString(seconds), Integer.toString(IN_FLIGHT)));
    command.add(group(honest, honestPerSecond, Sources.honest(), HONEST_MILLIS));
    command.add(group(malicious, badPerSecond, Sources.bad(CLIENTS), BAD_MILLIS));
    return Shell.run("", cores.onTraffic(command)).lines().map(Requests::parse).toList();
  }

  private static String group(Path body, double perSecond, Sources sources, int millis) {
    return String.format(
        Locale.ROOT, "%s,%.3f,%s,%d,%d", body, perSecond, sources.address(0), CLIENTS, millis);
  }
}
