package dev.rosa.endtoend;

import dev.rosa.client.process.RunningProgram;
import java.util.Map;
import java.util.TreeMap;

/** Counters of a router over its restarts, while a stream goes through it. One thread's. */
final class RouterLives {

  private final Lab lab;
  private final String name;
  private final LabStream stream;
  private final Map<String, Long> drops = new TreeMap<>();
  private RouterReading before;
  private int sentBefore;
  private long executed;
  private long parkings;
  private int restarts;

  /** From now on; packets that were sent before have come through. */
  RouterLives(Lab lab, String name, LabStream stream) throws Exception {
    this.lab = lab;
    this.name = name;
    this.stream = stream;
    begin();
  }

  private void begin() throws Exception {
    before = lab.reading(name);
    sentBefore = stream.sent();
  }

  /**
   * Kills it while no packet is on its way, and starts it again. The first packet after that waits
   * for the code and is not counted.
   */
  void kill() throws Exception {
    add();
    RunningProgram process = lab.process(name);
    process.kill();
    lab.startRouter(name).awaitReady();
    lab.awaitSecrets(name);
    stream.exchange(1, "");
    restarts++;
    begin();
  }

  /** Adds what was counted since the last start, once all packets that were sent are. */
  void add() throws Exception {
    RouterReading now = lab.settled(name, before, stream.sent() - sentBefore);
    now.dropsSince(before).forEach((reason, count) -> drops.merge(reason, count, Long::sum));
    executed += now.packetsSince(before).getOrDefault("executed", 0L);
    parkings += now.packetsSince(before).getOrDefault("parkings", 0L);
    begin();
  }

  String name() {
    return name;
  }

  /** Drops by reason. */
  Map<String, Long> drops() {
    return drops;
  }

  long executed() {
    return executed;
  }

  /** Number of times that a packet waited. */
  long parkings() {
    return parkings;
  }

  int restarts() {
    return restarts;
  }
}
