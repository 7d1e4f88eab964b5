package dev.rosa.router;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.Parking;
import dev.rosa.router.pipeline.RouterCounters;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.testkit.router.PacketPath;
import dev.rosa.testkit.router.SyntheticDomain;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** A router's worker without links, whose clock stands still. Owned by one thread. */
final class StormRouter {

  static final int BATCH = 256;
  static final int PACKET_BYTES = 1_024;
  static final long NOW = 1_800_000_000L;

  private static final int SESSIONS = 1_024;

  /** Packets of the epoch to come wait for its announcement, in a quarter of the room. */
  static final int MOST_UNANNOUNCED = BATCH / 4;

  private static final Parking.Limits PARKING =
      new Parking.Limits(BATCH, BATCH, Duration.ofSeconds(60));

  private final PacketPath path;
  private final RouterWorker worker;

  StormRouter(SyntheticDomain domain, ProviderRegistry providers) {
    path =
        new PacketPath(
            domain,
            providers,
            new RouterWorker.Sizes(BATCH, PACKET_BYTES, SESSIONS, PARKING),
            () -> Instant.ofEpochSecond(NOW));
    worker = path.worker();
  }

  PacketBatch batch() {
    return path.batch();
  }

  void process() throws IOException {
    path.process();
    path.tend();
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
