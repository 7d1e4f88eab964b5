package dev.rosa.endtoend;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
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
  private int uncounted;
  private boolean isStarting;

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
   * Kills it while no packet is on its way, and starts it again. Packets count anew once it has
   * resumed: those before that may wait for code and secrets.
   */
  void kill() throws Exception {
    add();
    RunningProgram process = lab.process(name);
    process.kill();
    lab.startRouter(name).awaitReady();
    lab.awaitSecrets(name);
    restarts++;
    isStarting = true;
  }

  /**
   * Counts packets again, if it was killed.
   *
   * @param knows true once it knows of the secrets that are in use
   */
  void resume(Await.Condition<Exception> knows) throws Exception {
    if (isStarting) {
      Await.until(() -> name + " to know of the secrets" + lab.tails(), knows);
      stream.exchange(1, "");
      uncounted += stream.sent() - sentBefore;
      isStarting = false;
      begin();
    }
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

  /** Packets that were sent while it was starting. */
  int uncounted() {
    return uncounted;
  }
}
