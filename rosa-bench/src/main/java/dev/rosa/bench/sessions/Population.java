package dev.rosa.bench.sessions;

import dev.rosa.bench.measure.Median;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.testkit.router.PacketPath;
import dev.rosa.testkit.router.SyntheticDomain;
import dev.rosa.testkit.router.SyntheticSources;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Router's packet path with a given number of live sessions, and the Sources that send to it. All
 * came in by a packet that proved itself, through the pipeline itself. Beside it stands a second
 * router that has to derive the key of every packet. Owned by one thread.
 */
final class Population {

  private static final int PACKET_BYTES = SessionsPlan.PACKET_BYTES;

  private final int sessions;
  private final SyntheticSources sources;
  private final PacketPath remembering;
  private final PacketPath forgetful;
  private final Stage stage;
  private final int runIn;
  private final SplittableRandom random = new SplittableRandom(20_020_817);

  Population(
      int sessions,
      SessionsPlan plan,
      SyntheticDomain domain,
      ProviderRegistry providers,
      Stage stage) {
    int batch = SessionsPlan.BATCH;
    this.sessions = sessions;
    this.stage = stage;
    this.runIn = plan.runIn();
    sources =
        new SyntheticSources(
            domain, providers.engineFor(plan.suite()), sessions, batch, PACKET_BYTES);
    remembering = new PacketPath(domain, providers, Math.max(batch, sessions), batch, PACKET_BYTES);
    forgetful = new PacketPath(domain, providers, batch, batch, PACKET_BYTES);
  }

  int sessions() {
    return sessions;
  }

  /** Sessions that the router remembers. */
  int live() {
    return remembering.liveSessions();
  }

  /** Bytes that the router counts for them. */
  long countedBytes() {
    return remembering.sessionBytes();
  }

  /**
   * Brings all sessions up.
   *
   * @param progress is told how many there are
   */
  void create(IntConsumer progress) throws IOException {
    int[] numbers = new int[SessionsPlan.BATCH];
    for (int from = 0; from < sessions; from += numbers.length) {
      int count = Math.min(numbers.length, sessions - from);
      for (int i = 0; i < count; i++) {
        numbers[i] = from + i;
      }
      sources.fill(stage.batch(0), numbers, count);
      pass(stage.batch(0), remembering);
      progress.accept(from + count);
    }
    // The first packets waited for secret and code, which came at once but are looked for in turns.
    for (int i = 0; i < 4; i++) {
      remembering.tend();
    }
    requireAll(live(), sessions);
  }

  /** Nanoseconds a packet, the key being remembered. */
  double remembered() throws IOException {
    return round(remembering, false);
  }

  /** Nanoseconds a packet, the key being derived for every packet. */
  double derived() throws IOException {
    return round(forgetful, true);
  }

  /** The median of the batches: one during which the system ran something else says nothing. */
  private double round(PacketPath path, boolean forget) throws IOException {
    int[] numbers = new int[SessionsPlan.BATCH];
    for (int i = 0; i < stage.size(); i++) {
      for (int k = 0; k < numbers.length; k++) {
        numbers[k] = random.nextInt(sessions);
      }
      sources.fill(stage.batch(i), numbers, numbers.length);
    }
    long before = path.forwarded();
    double[] nanos = new double[stage.size()];
    for (int i = 0; i < stage.size(); i++) {
      if (forget) {
        path.forgetSessions();
      }
      nanos[i] = pass(stage.batch(i), path);
    }
    requireAll(path.forwarded() - before, stage.size() * (long) numbers.length);
    return Median.of(Arrays.copyOfRange(nanos, runIn, nanos.length)).orElseThrow() / numbers.length;
  }

  /** Copying a packet in stands for receiving it. */
  private static long pass(PacketBatch from, PacketPath path) throws IOException {
    PacketBatch batch = path.batch();
    batch.setSize(0);
    for (int i = 0; i < from.size(); i++) {
      batch.add().copyFrom(from.buffer(i));
    }
    long began = System.nanoTime();
    path.process();
    long nanos = System.nanoTime() - began;
    path.tend();
    return nanos;
  }

  private static void requireAll(long there, long expected) {
    if (there != expected) {
      throw new IllegalStateException(
          "%d of %d are through: this bench measures something else".formatted(there, expected));
    }
  }

  /** Before measuring: the router that derives has its code. */
  void warmUp() throws IOException {
    int[] first = {0};
    sources.fill(stage.batch(0), first, 1);
    pass(stage.batch(0), forgetful);
    for (int i = 0; i < 4; i++) {
      forgetful.tend();
    }
  }
}
