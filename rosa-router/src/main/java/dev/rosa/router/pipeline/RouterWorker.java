package dev.rosa.router.pipeline;

import dev.rosa.keys.CodeDigest;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.evidence.DropRecorder;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.ReplayFloors;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.session.ReplayRecorder;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SessionLimits;
import dev.rosa.session.SettledClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;

/**
 * Packet worker, one thread: it receives batches, takes them through the pipeline, and takes up
 * parked packets whose code or secret has come. {@link #stop} and the readings may be called from
 * any thread, the rest by the one that runs it.
 */
public final class RouterWorker implements Runnable {

  /**
   * Sizes and limits of a worker.
   *
   * @param batch packets taken together
   * @param packetBytes the longest packet
   * @param sessions remembered, not fewer than a batch can have: no session may make room while
   *     packets of it are on their way
   * @param sessionBytes that these and their keys may take
   * @param unverified packets per second of sessions that are not live; see {@link UnverifiedLimit}
   * @param parking packets that wait for a fetch
   */
  public record Sizes(
      int batch,
      int packetBytes,
      int sessions,
      long sessionBytes,
      int unverified,
      Parking.Limits parking) {

    /** Checks that a batch finds room for its sessions. */
    public Sizes {
      SessionLimits.check(sessions, batch);
    }

    /** Sizes with as many bytes as the sessions need, and no limit to unverified packets. */
    public Sizes(int batch, int packetBytes, int sessions, Parking.Limits parking) {
      this(batch, packetBytes, sessions, Long.MAX_VALUE, UnverifiedLimit.NONE, parking);
    }

    /** The share of each of several workers. */
    public Sizes share(int workers) {
      return new Sizes(
          batch,
          packetBytes,
          Math.max(batch, sessions / workers),
          sessionBytes / workers,
          unverified == UnverifiedLimit.NONE ? unverified : Math.max(1, unverified / workers),
          parking.share(workers));
    }

    /**
     * These sizes for packets that do not come from the network now: none is one too many, and the
     * catalogue has announced all that was announced when they came.
     */
    public Sizes ofCapture() {
      return new Sizes(
          batch,
          packetBytes,
          sessions,
          sessionBytes,
          UnverifiedLimit.NONE,
          parking.withoutAnnouncements());
    }

    SessionLimits sessionLimits() {
      return new SessionLimits(sessions, sessionBytes, batch);
    }
  }

  /**
   * Sources and executors that a worker uses for work outside its thread.
   *
   * @param source the Code Server
   * @param loader makes bundles run
   * @param loading runs {@code loader}
   * @param record what is known of replay windows from before, and is kept for later
   * @param recording writes {@code record}; not the one that loads, which code can keep busy
   * @param nonces of the router, for all its workers
   * @param evidence has the dropped packets for a firewall; null: there is none
   */
  public record Supplies(
      CodeSource source,
      SlowPath.CodeLoader loader,
      LoadingOrder loading,
      ReplayRecord record,
      Executor recording,
      NonceCounter nonces,
      DropRecorder evidence) {

    /** Supplies of a worker that no firewall wants evidence of. */
    public Supplies(
        CodeSource source,
        SlowPath.CodeLoader loader,
        LoadingOrder loading,
        ReplayRecord record,
        Executor recording,
        NonceCounter nonces) {
      this(source, loader, loading, record, recording, nonces, null);
    }
  }

  /** Longest sleep of an idle worker: waiting packets must time out, ended sessions go. */
  private static final long IDLE_MILLIS = 100;

  private static final long MILLIS = 1_000;

  private final PacketIo io;
  private final WorkerClock clock;
  private final SettledClock settled;
  private final PacketBatch batch;
  private final PacketBatch resumed;
  private final boolean[] fresh;
  private final boolean[] accepted;
  private final SessionCache sessions;
  private final SlowPath slowPath;
  private final RouterCounters counters = new RouterCounters();
  private final LatencyMeter latency = new LatencyMeter();
  private final ActivePacketPipeline pipeline;
  private final SessionUpkeep upkeep;
  private final DropRecorder evidence;

  /** True if sessions need more than this turn could do. */
  private boolean upkeepWaits;

  private volatile boolean stopping;

  /** State of the worker's end. */
  private volatile Ending ending = Ending.WORKS;

  private enum Ending {
    WORKS,
    SAVES,
    SAVED
  }

  /** A worker that is ready to run. */
  public RouterWorker(
      PacketPolicy policy,
      Sizes sizes,
      PacketIo io,
      ProviderRegistry providers,
      Supplies supplies,
      WorkerClock clock) {
    this.io = io;
    this.clock = clock;
    batch = new PacketBatch(sizes.batch(), sizes.packetBytes());
    resumed = new PacketBatch(sizes.batch(), sizes.packetBytes());
    fresh = new boolean[sizes.batch()];
    accepted = new boolean[sizes.batch()];
    ReplayRecord record = supplies.record();
    sessions =
        new SessionCache(
            sizes.sessionLimits(),
            policy.skewSeconds(),
            record.before().count(),
            new SecureRandom());
    settled = settledClock(record.before());
    settle();
    sessions.restore(record.before(), nowSeconds());
    upkeep =
        new SessionUpkeep(
            sessions,
            new ReplayRecorder(sessions, record, supplies.recording()),
            supplies.source()::catalogue,
            System.nanoTime());
    slowPath = new SlowPath(supplies, new Parking(sizes.parking()), io::wakeUp, counters);
    SuiteLanes lanes = new SuiteLanes(providers, sizes.batch(), sizes.packetBytes());
    WorkerParts parts =
        new WorkerParts(
            sessions,
            upkeep,
            slowPath,
            lanes,
            counters,
            sizes.packetBytes(),
            sizes.unverified(),
            supplies.nonces(),
            supplies.evidence());
    evidence = supplies.evidence();
    pipeline = new ActivePacketPipeline(policy, io, supplies.source(), parts, clock);
  }

  private SettledClock settledClock(ReplayFloors before) {
    long nanos = clock.nanos().getAsLong();
    return new SettledClock(clock.millis(), nanos, before.clockSeconds(), before.lastEndSeconds());
  }

  /** The time before which sessions have ended for good, Unix seconds. */
  private long settle() {
    long nanos = clock.nanos().getAsLong();
    long seconds = settled.seconds(clock.millis(), nanos, sessions.takeLatestEndSeconds());
    sessions.settle(seconds);
    return seconds;
  }

  /**
   * Fetches what this router may have before packets ask for it, and goes on doing so with every
   * new catalogue. To be called before {@link #run}.
   *
   * @param atMost how long to wait for the first answers
   * @return codes that are loaded
   */
  int fetchAhead(Duration atMost) throws InterruptedException {
    long began = System.nanoTime();
    slowPath.beginFetchingAhead();
    do {
      slowPath.tend(System.nanoTime());
      Thread.sleep(1);
    } while (!slowPath.isSettled() && System.nanoTime() - began < atMost.toNanos());
    return slowPath.loadedCodes().size();
  }

  /** The code that is loaded. To be called before {@link #run}. */
  Collection<LoadedCode> loadedCodes() {
    return slowPath.loadedCodes();
  }

  /** Releases code, to be called before {@link #run}: its packets have to load it again. */
  public void forget(CodeDigest code) {
    slowPath.forget(code);
  }

  /**
   * Works until {@link #stop}, or until no packet will ever come; then settles what is parked, and
   * destroys all keys.
   */
  @Override
  public void run() {
    try {
      work();
    } finally {
      forget();
    }
  }

  /** Destroys all keys. */
  public void forget() {
    pipeline.forgetKeys();
    forgetSessions();
  }

  /** Destroys the keys of all sessions, and the sessions with them. */
  public void forgetSessions() {
    sessions.forgetAll();
  }

  /** Works, and remembers its sessions afterwards. */
  void work() {
    try {
      boolean more = true;
      while (more && !stopping) {
        more = turn(slowPath.hasReady() || upkeepWaits ? 0 : IDLE_MILLIS);
      }
      while (slowPath.parkedNow() > 0 && !stopping) {
        tend();
        Thread.sleep(1);
      }
      tend();
      ending = Ending.SAVES;
      upkeep.finish(settle());
      ending = Ending.SAVED;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** True while nothing but the disk with its sessions' record is waited for. */
  public boolean isSaving() {
    return ending == Ending.SAVES;
  }

  /** True once its sessions are handed to their record for the last time. */
  public boolean hasSaved() {
    return ending == Ending.SAVED;
  }

  private long nowSeconds() {
    return clock.millis() / MILLIS;
  }

  /** One round: packets that have come in, then those that need not wait any longer. */
  public boolean turn(long waitMillis) throws IOException {
    boolean more = io.receive(batch, waitMillis);
    for (int i = 0; i < batch.size(); i++) {
      counters.count(Event.RECEIVED);
    }
    if (batch.size() > 0) {
      process(batch, fresh);
    }
    tend();
    if (evidence != null) {
      evidence.handOver();
    }
    return more;
  }

  public void process(PacketBatch packets, boolean[] accepted) throws IOException {
    long unused = settle();
    pipeline.process(packets, accepted);
    long now = System.nanoTime();
    for (int i = 0; i < packets.size(); i++) {
      if (pipeline.wasServed(i)) {
        latency.record(now - packets.buffer(i).arrivalNanos());
      }
    }
  }

  public void tend() throws IOException {
    long now = System.nanoTime();
    slowPath.tend(now);
    while (slowPath.hasReady()) {
      resume();
    }
    upkeepWaits = upkeep.step(now, settle());
  }

  /** Does at once all that is otherwise done in little steps once a second. */
  public void sweep() {
    upkeep.round(settle());
  }

  /** True if no session that these revocations cover is in the cache any more. */
  boolean hasSwept(Revocations revocations) {
    return upkeep.hasSwept(revocations);
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

  /** Its counters. */
  public RouterCounters counters() {
    return counters;
  }

  /** Its packets' latencies. */
  public LatencyMeter latency() {
    return latency;
  }

  /** The thread that runs code on a packet now; null: none does. */
  Thread threadInCode() {
    return pipeline.threadInCode();
  }

  /** Sessions remembered now. */
  public int liveSessions() {
    return sessions.live();
  }

  /** About how many bytes they and their keys take. */
  public long sessionBytes() {
    return sessions.liveBytes();
  }

  /** Packets that wait for a fetch now. */
  public int parkedNow() {
    return slowPath.parkedNow();
  }
}
