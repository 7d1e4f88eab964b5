package dev.rosa.bench.firewall.service;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.service.ServiceReading.Requests;
import dev.rosa.bench.measure.WarmUp;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The running web service, on its own core, and what it costs. Owned by one thread. */
public final class AttackedService implements AutoCloseable {

  /** More than any service here answers in a second. */
  private static final double SATURATED_PER_SECOND = 50_000;

  /** Least duration of the warm-up: its JVM compiles in steps. */
  private static final double WARM_UP_SECONDS = 5;

  /** Of what the service can do, in runs below overload. */
  private static final double LOAD = 0.5;

  private static final double NANOS = 1e9;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int PAUSE_MILLIS = 20;

  private final RunningProgram process;
  private final ServiceLoad load;
  private double capacity;

  private AttackedService(RunningProgram process, ServiceLoad load) {
    this.process = process;
    this.load = load;
  }

  /**
   * Starts it.
   *
   * @param plane socket for reporters of a firewall plane that may be started later
   */
  public static AttackedService start(Path plane, Cores cores, ServiceLoad load)
      throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    flags.addAll(List.of("-cp", System.getProperty("java.class.path")));
    flags.addAll(List.of(OrderService.class.getName(), AttackedHost.ADDRESS, plane.toString()));
    List<String> command = JavaHome.current().command(flags);
    RunningProgram process =
        Program.of("service", cores.onRouter(command)).in(Path.of("/")).start().awaitReady();
    return new AttackedService(process, load);
  }

  /** Drives it until it gets no faster; returns the honest requests a second of each step. */
  public List<Double> warmUp() throws IOException, InterruptedException {
    List<Double> rates = WarmUp.run(WARM_UP_SECONDS, this::saturate);
    capacity = rates.stream().mapToDouble(rate -> rate).max().orElseThrow();
    return rates;
  }

  private double saturate() throws IOException {
    Requests honest = load.run(WarmUp.STEP_SECONDS, SATURATED_PER_SECOND, 0).get(0);
    if (honest.served() == 0) {
      throw process.failure("answers no request");
    }
    return honest.served() / WarmUp.STEP_SECONDS;
  }

  /** Requests that it can answer in a second; 0 before the warm-up. */
  public double capacity() {
    return capacity;
  }

  /** One run of a scenario; its firewall has to be there. */
  public ServiceReading run(Scenario scenario, double seconds) throws IOException {
    double all = capacity * (scenario.isOverload() ? 2 : LOAD);
    double bad = all * scenario.malicious();
    double before = cpuSeconds();
    List<Requests> groups = load.run(seconds, all - bad, bad);
    return new ServiceReading(seconds, cpuSeconds() - before, groups.get(0), groups.get(1));
  }

  /** Waits until it talks to a plane, or has noticed that there is none. */
  public void awaitPlane(boolean there) throws IOException, InterruptedException {
    URL url = new URL("http", AttackedHost.ADDRESS, OrderService.PORT, OrderService.PLANE);
    for (int waited = 0; waited < PATIENCE_MILLIS; waited += PAUSE_MILLIS) {
      try (InputStream in = url.openStream()) {
        String said = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        if (Boolean.parseBoolean(said) == there) {
          return;
        }
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw process.failure(there ? "finds no plane" : "still talks to a plane");
  }

  private double cpuSeconds() throws IOException {
    return ProcessHandle.of(process.pid())
            .flatMap(handle -> handle.info().totalCpuDuration())
            .orElseThrow(() -> process.failure("has no CPU time"))
            .toNanos()
        / NANOS;
  }

  @Override
  public void close() {
    process.close();
  }
}
