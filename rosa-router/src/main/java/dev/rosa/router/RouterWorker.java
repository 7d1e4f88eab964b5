package dev.rosa.router;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.RouterCounters.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * One thread's work: it receives batches, takes them through the pipeline, and takes up those that
 * were parked when what they waited for has come. {@link #stop} and the readings may be called from
 * any thread, the rest by the one that runs it.
 */
public final class RouterWorker implements Runnable {

  /**
   * How much a worker takes on.
   *
   * @param batch packets taken together
   * @param packetBytes the longest packet
   * @param sessions remembered, not fewer than a batch can have: no session may make room while
   *     packets of it are on their way
   * @param parking packets that wait for a fetch
   */
  public record Sizes(int batch, int packetBytes, int sessions, Parking.Limits parking) {

    /** Checks that a batch finds room for its sessions. */
    public Sizes {
      if (sessions < batch) {
        throw new IllegalArgumentException(
            "%d sessions cannot be those of a batch of %d".formatted(sessions, batch));
      }
    }
  }

  /**
   * Where a worker gets what it lacks.
   *
   * @param source the Code Server
   * @param loader makes bundles run
   * @param loading runs {@code loader}
   * @param record what is known of replay windows from before, and is kept for later
   * @param recording writes {@code record}; not the one that loads, which code can keep busy
   */
  record Supplies(
      CodeSource source,
      SlowPath.CodeLoader loader,
      Executor loading,
      ReplayRecord record,
      Executor recording) {}

  /** How long an idle worker sleeps at most: waiting packets must time out, ended sessions go. */
  private static final long IDLE_MILLIS = 100;

  private static final long SWEEP_NANOS = 1_000_000_000L;
  private static final long MILLIS = 1_000;

  private final PacketIo io;
  private final InstantSource clock;
  private final PacketBatch batch;
  private final PacketBatch resumed;
  private final boolean[] fresh;
  private final boolean[] accepted;
  private final SessionCache sessions;
  private final SlowPath slowPath;
  private final RouterCounters counters = new RouterCounters();
  private final LatencyMeter latency = new LatencyMeter();
  private final ActivePacketPipeline pipeline;
  private final ReplayRecord record;
  private final Executor recording;
  private long recordedPackets;
  private long sweptNanos = System.nanoTime();
  private volatile boolean stopping;

  /** A worker that is ready to run. */
  RouterWorker(
      PacketPolicy policy,
      Sizes sizes,
      PacketIo io,
      ProviderRegistry providers,
      Supplies supplies,
      InstantSource clock) {
    this.io = io;
    this.clock = clock;
    batch = new PacketBatch(sizes.batch(), sizes.packetBytes());
    resumed = new PacketBatch(sizes.batch(), sizes.packetBytes());
    fresh = new boolean[sizes.batch()];
    accepted = new boolean[sizes.batch()];
    record = supplies.record();
    recording = supplies.recording();
    sessions = new SessionCache(sizes.sessions());
    sessions.restore(record.before(), clock.millis() / MILLIS);
    slowPath = new SlowPath(supplies, new Parking(sizes.parking()), io::wakeUp, counters);
    SuiteLanes lanes = new SuiteLanes(providers, sizes.batch(), sizes.packetBytes());
    WorkerParts parts = new WorkerParts(sessions, slowPath, lanes, counters, sizes.packetBytes());
    pipeline = new ActivePacketPipeline(policy, io, supplies.source(), parts, clock);
  }

  /** Works until {@link #stop}, or until no packet will ever come; then settles what is parked. */
  @Override
  public void run() {
    try {
      boolean more = true;
      while (more && !stopping) {
        more = turn(slowPath.hasReady() ? 0 : IDLE_MILLIS);
      }
      while (slowPath.parkedNow() > 0 && !stopping) {
        tend();
        Thread.sleep(1);
      }
      tend();
      record.write(sessions.floors());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One round: what has come in, then what need not wait any longer. */
  boolean turn(long waitMillis) throws IOException {
    boolean more = io.receive(batch, waitMillis);
    for (int i = 0; i < batch.size(); i++) {
      counters.count(Event.RECEIVED);
    }
    if (batch.size() > 0) {
      process(batch, fresh);
    }
    tend();
    return more;
  }

  private void process(PacketBatch packets, boolean[] accepted) throws IOException {
    pipeline.process(packets, accepted);
    long now = System.nanoTime();
    for (int i = 0; i < packets.size(); i++) {
      if (pipeline.wasServed(i)) {
        latency.record(now - packets.buffer(i).arrivalNanos());
      }
    }
  }

  private void tend() throws IOException {
    long now = System.nanoTime();
    slowPath.tend(now);
    while (slowPath.hasReady()) {
      resume();
    }
    if (now - sweptNanos > SWEEP_NANOS) {
      sweptNanos = now;
      sweep();
    }
  }

  /** What is due once a second. */
  void sweep() {
    sessions.removeEnded(clock.millis() / MILLIS);
    keepRecord();
  }

  private void keepRecord() {
    long packets = counters.counted(Event.VERIFIED);
    if (packets != recordedPackets && record.isFree()) {
      recordedPackets = packets;
      record.write(sessions.floors(), recording);
    }
  }

  private void resume() throws IOException {
    resumed.setSize(0);
    while (slowPath.hasReady() && !resumed.isFull()) {
      Parking.Parked parked = slowPath.nextReady();
      accepted[resumed.size()] = parked.accepted();
      resumed.add().copyFrom(parked.buffer());
    }
    process(resumed, accepted);
  }

  /** Lets {@link #run} return soon. */
  public void stop() {
    stopping = true;
    io.wakeUp();
  }

  /** What it has counted. */
  public RouterCounters counters() {
    return counters;
  }

  /** How long packets took. */
  public LatencyMeter latency() {
    return latency;
  }

  /** Sessions remembered now. */
  public int liveSessions() {
    return sessions.live();
  }

  /** Packets that wait for a fetch now. */
  public int parkedNow() {
    return slowPath.parkedNow();
  }
}
