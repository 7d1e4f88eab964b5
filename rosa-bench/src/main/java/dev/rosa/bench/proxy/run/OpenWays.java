package dev.rosa.bench.proxy.run;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.proxy.ground.CpuTimes;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.bench.proxy.request.Demand;
import dev.rosa.bench.proxy.request.Reading;
import dev.rosa.bench.proxy.request.Wrk;
import dev.rosa.bench.proxy.way.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways that are in force, each on its machine, until {@link #close}. Owned by one thread. */
final class OpenWays implements AutoCloseable {

  /** Share of the CPU time of all parties that a warm JVM may still use to compile. */
  private static final double COMPILING = 0.02;

  /** Seconds in a row for which that holds. */
  private static final int SETTLED = 2;

  private static final int MOST_STEPS = 25;

  private final Wrk wrk;
  private final int seconds;
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final Map<String, WayMachine> machines = new LinkedHashMap<>();

  /** Runs with a connection each that a way had. */
  private final Map<String, Integer> turns = new HashMap<>();

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

  /** Processes of a way. */
  List<Long> processes(String way) {
    return ways.get(way).processes();
  }

  /** Asks by a way until it is warm: a JVM compiles hardly anything any more. */
  void warmUp(String way, List<Demand> demands) throws IOException {
    for (Demand demand : demands) {
      int settled = ways.get(way).isCompiledWhileItRuns() ? 0 : SETTLED - 1;
      for (int step = 0; step < MOST_STEPS && settled < SETTLED; step++) {
        settled = compilingShare(way, demand) < COMPILING ? settled + 1 : 0;
      }
    }
  }

  private double compilingShare(String way, Demand demand) throws IOException {
    List<Long> processes = ways.get(way).processes();
    CpuTimes before = CpuTimes.ofCompilers(processes);
    double used = run(way, demand, 1).nanos();
    return CpuTimes.ofCompilers(processes).since(before) / used;
  }

  /** One run. */
  Reading run(String way, Demand demand) throws IOException {
    return run(way, demand, seconds);
  }

  /** One run of so many seconds. */
  Reading run(String way, Demand demand, int forSeconds) throws IOException {
    int turn = demand.isOneEach() ? turns.merge(way, 1, Integer::sum) : 0;
    String address = machines.get(way).serverAddress(turn);
    return wrk.run(demand, address, ways.get(way).processes(), forSeconds);
  }

  @Override
  public void close() {
    ways.values().forEach(Way::close);
  }
}
