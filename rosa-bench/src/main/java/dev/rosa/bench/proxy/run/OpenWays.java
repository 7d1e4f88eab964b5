package dev.rosa.bench.proxy.run;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.request.Wrk;
import dev.rosa.bench.proxy.way.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways that are in force, each on its machine, until {@link #close}. Owned by one thread. */
final class OpenWays implements AutoCloseable {

  /** Enough that a JVM has compiled what a request or a connection takes. */
  private static final long WARM_REQUESTS = 60_000;

  private static final long WARM_CONNECTIONS = 15_000;
  private static final int MOST_STEPS = 12;

  private final Wrk wrk;
  private final int seconds;
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final Map<String, WayMachine> machines = new LinkedHashMap<>();
  private int count;

  OpenWays(Wrk wrk, int seconds) {
    this.wrk = wrk;
    this.seconds = seconds;
  }

  /** Puts a way into force on a machine of its own. */
  void open(Way way) throws IOException, InterruptedException, AbsentException {
    count++;
    WayMachine machine = WayMachine.add(count);
    try {
      way.open(machine);
    } catch (AbsentException | IOException e) {
      way.close();
      throw e;
    }
    ways.put(way.name(), way);
    machines.put(way.name(), machine);
  }

  List<String> names() {
    return new ArrayList<>(ways.keySet());
  }

  WayMachine machine(String way) {
    return machines.get(way);
  }

  /** Asks by a way until it is warm. */
  void warmUp(String way, List<Demand> demands) throws IOException {
    for (Demand demand : demands) {
      long enough = ways.get(way).isCompiledWhileItRuns() ? enough(demand) : 1;
      long requests = 0;
      for (int step = 0; step < MOST_STEPS && requests < enough; step++) {
        requests += run(way, demand, 1).requests();
      }
    }
  }

  private static long enough(Demand demand) {
    if (demand.equals(Demand.BODY)) {
      return 1;
    }
    return demand.isOneEach() ? WARM_CONNECTIONS : WARM_REQUESTS;
  }

  /** One run. */
  Reading run(String way, Demand demand) throws IOException {
    return run(way, demand, seconds);
  }

  private Reading run(String way, Demand demand, int forSeconds) throws IOException {
    return wrk.run(
        demand, machines.get(way).serverAddress(), ways.get(way).processes(), forSeconds);
  }

  @Override
  public void close() {
    ways.values().forEach(Way::close);
  }
}
