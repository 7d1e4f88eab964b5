package dev.rosa.router;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;

/** A router's worker without links, whose clock stands still. Owned by one thread. */
final class StormRouter {

  /** Sends nothing, and says that it has. */
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

  static final int BATCH = 256;
  static final int PACKET_BYTES = 1_024;
  static final long NOW = 1_800_000_000L;

  private static final int SESSIONS = 1_024;
  private static final Parking.Limits PARKING =
      new Parking.Limits(BATCH, BATCH, Duration.ofSeconds(60));

  private final RouterWorker worker;
  private final PacketBatch batch = new PacketBatch(BATCH, PACKET_BYTES);
  private final boolean[] fresh = new boolean[BATCH];

  StormRouter(SyntheticDomain domain, ProviderRegistry providers) {
    InstantSource clock = () -> Instant.ofEpochSecond(NOW);
    PacketPolicy policy =
        new PacketPolicy(
            SyntheticDomain.DOMAIN,
            SyntheticDomain.NODE,
            EnumSet.allOf(Suite.class),
            Duration.ofSeconds(2),
            true,
            true);
    worker =
        new RouterWorker(
            policy,
            new RouterWorker.Sizes(BATCH, PACKET_BYTES, SESSIONS, PARKING),
            new Nowhere(),
            providers,
            new RouterWorker.Supplies(
                domain,
                SyntheticDomain::load,
                Runnable::run,
                ReplayRecord.none(),
                Runnable::run,
                new NonceCounter(SyntheticDomain.NODE, clock)),
            clock);
  }

  PacketBatch batch() {
    return batch;
  }

  void process() throws IOException {
    worker.process(batch, fresh);
    worker.tend();
  }

  /** Lets those packets go on that waited for a fetch. */
  void settle() throws IOException {
    for (int i = 0; i < 4 && worker.parkedNow() > 0; i++) {
      worker.tend();
    }
  }

  int liveSessions() {
    return worker.liveSessions();
  }

  int parked() {
    return worker.parkedNow();
  }

  long dropped(DropReason reason) {
    return worker.counters().dropped(reason);
  }

  long counted(RouterCounters.Event event) {
    return worker.counters().counted(event);
  }

  void forget() {
    worker.forget();
  }
}
