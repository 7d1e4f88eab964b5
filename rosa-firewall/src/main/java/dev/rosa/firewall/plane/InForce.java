package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bans at the enforcement. What it does not carry out is tried again: bans by its own memory, lifts
 * by the one that is here. The deciding thread's, but for the figures.
 */
final class InForce implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(InForce.class);

  private final Enforcement enforcement;

  /** Bans whose lift was not carried out yet. */
  private final Map<Key, Ban> leaving = new LinkedHashMap<>();

  private final AtomicLong failures = new AtomicLong();
  private volatile boolean working = true;

  /** Key of a ban: its source and its action. */
  private record Key(Source source, Ban.Action action) {
    static Key of(Ban ban) {
      return new Key(ban.source(), ban.action());
    }
  }

  /** Work of the enforcement. */
  private interface Work {
    void run() throws IOException;
  }

  InForce(Enforcement enforcement) {
    this.enforcement = enforcement;
  }

  void begin(Enforcement.WantedBans wanted) throws IOException {
    enforcement.begin(wanted);
  }

  /**
   * Puts bans in force; {@link #mend} tries again.
   *
   * @throws IOException in one line if some are not in force
   */
  void enforce(List<Ban> bans) throws IOException {
    bans.forEach(ban -> leaving.remove(Key.of(ban)));
    carryOut(
        () -> {
          liftLeaving();
          enforcement.enforce(bans);
        });
  }

  /**
   * Lifts bans; {@link #mend} tries again.
   *
   * @throws IOException in one line if some are still in force
   */
  void lift(List<Ban> bans) throws IOException {
    leave(bans);
    carryOut(this::liftLeaving);
  }

  /** Lifts bans with the next change. */
  void leave(List<Ban> bans) {
    bans.forEach(ban -> leaving.put(Key.of(ban), ban));
  }

  private void liftLeaving() throws IOException {
    if (!leaving.isEmpty()) {
      enforcement.lift(List.copyOf(leaving.values()));
      leaving.clear();
    }
  }

  /** Tries again what failed, and restores what other programs changed. */
  void mend() {
    try {
      carryOut(
          () -> {
            liftLeaving();
            boolean unused = enforcement.mend();
          });
    } catch (IOException e) {
      // It is counted and told, and tried again.
    }
  }

  private void carryOut(Work work) throws IOException {
    try {
      work.run();
    } catch (IOException e) {
      failures.incrementAndGet();
      if (working) {
        LOG.error("some bans are not in force, trying again: {}", ConfigException.oneLine(e));
      }
      working = false;
      throw e;
    }
    if (!working) {
      LOG.info("bans are put in force again");
    }
    working = true;
  }

  LayerReport report() throws IOException {
    return enforcement.report();
  }

  /** False while some bans are not in force, or not lifted. Any thread may ask. */
  boolean isWorking() {
    return working;
  }

  /** Changes that failed, those that were tried again included. Any thread may ask. */
  long failures() {
    return failures.get();
  }

  @Override
  public void close() throws IOException {
    enforcement.close();
  }
}
