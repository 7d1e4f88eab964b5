package dev.rosa.testkit.router;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.LoadingOrder;
import dev.rosa.router.pipeline.NonceCounter;
import dev.rosa.router.pipeline.PacketPolicy;
import dev.rosa.router.pipeline.Parking;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;

/**
 * A router's packet path without links: packets go through one worker's pipeline, for benches and
 * tests. It is the pipeline that packets from links take, in a {@link SyntheticDomain}. Its packets
 * are put into {@link #batch}; those that leave are counted and forgotten. Owned by one thread.
 */
public final class PacketPath {

  /** Packet interface without packets: it receives none, and counts as sent all that leave. */
  private static final class Nowhere implements PacketIo {
    @Override
    public boolean receive(PacketBatch batch, long waitMillis) {
      batch.setSize(0);
      return false;
    }

    @Override
    public void send(PacketBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.buffer(i).fate() == Fate.FORWARD) {
          batch.buffer(i).setFate(Fate.SENT);
        }
      }
    }

    @Override
    public void wakeUp() {}

    @Override
    public void close() {}
  }

  private static final int LEAST_HOP_LIMIT = 16;
  private static final Parking.Limits PARKING =
      new Parking.Limits(1_024, 1_024, Duration.ofSeconds(60));

  private final RouterWorker worker;
  private final PacketBatch batch;
  private final boolean[] fresh;

  /**
   * A path.
   *
   * @param sessions how many it remembers at most
   * @param batch packets taken together
   * @param packetBytes the longest packet
   */
  public PacketPath(
      SyntheticDomain domain,
      ProviderRegistry providers,
      int sessions,
      int batch,
      int packetBytes) {
    this(
        domain,
        providers,
        new RouterWorker.Sizes(batch, packetBytes, sessions, PARKING),
        InstantSource.system());
  }

  /** A path whose packets come at the times of a clock. */
  public PacketPath(
      SyntheticDomain domain,
      ProviderRegistry providers,
      RouterWorker.Sizes sizes,
      InstantSource clock) {
    this.batch = new PacketBatch(sizes.batch(), sizes.packetBytes());
    this.fresh = new boolean[sizes.batch()];
    PacketPolicy policy =
        new PacketPolicy(
            SyntheticDomain.DOMAIN,
            SyntheticDomain.NODE,
            EnumSet.allOf(Suite.class),
            Duration.ofSeconds(2),
            LEAST_HOP_LIMIT,
            true,
            true,
            true,
            true);
    this.worker =
        new RouterWorker(
            policy,
            sizes,
            new Nowhere(),
            providers,
            new RouterWorker.Supplies(
                domain,
                SyntheticDomain::load,
                LoadingOrder.AT_ONCE,
                ReplayRecord.none(),
                Runnable::run,
                NonceCounter.unrecorded(SyntheticDomain.NODE, clock)),
            WorkerClock.of(clock));
  }

  /** To be filled with packets before {@link #process}. */
  public PacketBatch batch() {
    return batch;
  }

  /** The worker that takes the packets. */
  public RouterWorker worker() {
    return worker;
  }

  /** Takes the packets in {@link #batch} all the way. */
  public void process() throws IOException {
    worker.process(batch, fresh);
  }

  /** Does a worker's work beside packets: parked packets go on, and ended sessions go. */
  public void tend() throws IOException {
    worker.tend();
  }

  /** Forgets every session and destroys its keys: the next packets' keys are derived anew. */
  public void forgetSessions() {
    worker.forgetSessions();
  }

  /** About how many bytes a router counts for the sessions that it remembers, with their keys. */
  public long sessionBytes() {
    return worker.sessionBytes();
  }

  /** Sessions remembered now. */
  public int liveSessions() {
    return worker.liveSessions();
  }

  /** Packets that went all the way. */
  public long forwarded() {
    return worker.counters().counted(Event.FORWARDED);
  }

  /** Keys that were derived because the session was not remembered. */
  public long keysDerived() {
    return worker.counters().counted(Event.KEYS_DERIVED);
  }
}
