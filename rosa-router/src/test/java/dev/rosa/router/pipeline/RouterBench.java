package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.packetio.PacketIo;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.ScriptedCodeSource;
import dev.rosa.router.evidence.RecordedDrops;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.ExecutionLane;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** A router on a bench: its pipeline, a clock that stands still, and sessions to send on. */
public final class RouterBench {

  static final int DOMAIN = 17;
  static final int NODE = (int) 4_000_000_001L;
  public static final long NOW = 1_800_000_000L;
  static final int LEAST_HOP_LIMIT = 16;

  /** Reasons of drops both before step 9 and behind it. */
  private static final Set<DropReason> OF_SEVERAL_STEPS =
      EnumSet.of(
          DropReason.PARKED_OVERFLOW,
          DropReason.PARKED_TIMEOUT,
          DropReason.HOPS_EXHAUSTED,
          DropReason.UNKNOWN_CODE,
          DropReason.CODE_REFUSED,
          DropReason.UNKNOWN_EPOCH);

  public static final Parking.Limits LIMITS =
      new Parking.Limits(4, 6, Duration.ofMinutes(4), Duration.ofMinutes(4));

  public final QueuePacketIo io = new QueuePacketIo();
  public final ScriptedCodeSource source = new ScriptedCodeSource();
  final CodeSecret kci = CodeSecret.of(new byte[32]);
  final RouterWorker worker;
  final RecordedDrops evidence = new RecordedDrops();
  Instant now = Instant.ofEpochSecond(NOW);

  /** The monotonic clock's time, in nanoseconds; null: it goes with {@link #now}. */
  Long passed;

  /** Nanoseconds by which each look at that clock moves it on. */
  long tickNanos;

  private static final ProviderRegistry PROVIDERS = ProviderRegistry.builtIn();

  public RouterBench() {
    this(policy(false, false));
  }

  public RouterBench(PacketPolicy policy) {
    this(policy, null, ReplayRecord.none());
  }

  public RouterBench(PacketPolicy policy, PacketIo link, ReplayRecord record) {
    this(policy, link, record, new RouterWorker.Sizes(8, 2_048, 8, LIMITS));
  }

  public RouterBench(
      PacketPolicy policy, PacketIo link, ReplayRecord record, RouterWorker.Sizes sizes) {
    this(policy, link, record, sizes, new BytecodeLane());
  }

  /** With another way to run code than a router has. */
  RouterBench(
      PacketPolicy policy,
      PacketIo link,
      ReplayRecord record,
      RouterWorker.Sizes sizes,
      ExecutionLane lane) {
    source.secretAnswer = Answer.found(CodeSecret.of(kci.copyBytes()));
    InstantSource clock = () -> now;
    ExecutionEnvironment environment =
        new ExecutionEnvironment("r1", BundleLimits.defaults(), lane);
    worker =
        new RouterWorker(
            policy,
            sizes,
            link == null ? io : link,
            PROVIDERS,
            new RouterWorker.Supplies(
                source,
                environment::load,
                LoadingOrder.AT_ONCE,
                record,
                Runnable::run,
                nonces(),
                evidence.recorder()),
            new WorkerClock(
                clock, () -> passed == null ? clock.millis() * 1_000_000 : (passed += tickNanos)));
  }

  public static NonceCounter nonces() {
    return NonceCounter.unrecorded(NODE, InstantSource.system());
  }

  public static PacketPolicy policy(boolean dropForeign, boolean dropRefused) {
    return policy(dropForeign, dropRefused, false);
  }

  public static PacketPolicy policy(
      boolean dropForeign, boolean dropRefused, boolean dropBehindHeaders) {
    return policy(dropForeign, dropRefused, dropBehindHeaders, true);
  }

  /** A policy with another skew than two seconds. */
  static PacketPolicy policyOfSkew(long seconds) {
    return policy(false, false, false, true, Duration.ofSeconds(seconds));
  }

  /** A policy that takes packets also while the domain's state has ended. */
  static PacketPolicy policyThatContinues() {
    return policy(false, false, false, false);
  }

  private static PacketPolicy policy(
      boolean dropForeign, boolean dropRefused, boolean dropBehindHeaders, boolean dropWhenStale) {
    return policy(
        dropForeign, dropRefused, dropBehindHeaders, dropWhenStale, Duration.ofSeconds(2));
  }

  private static PacketPolicy policy(
      boolean dropForeign,
      boolean dropRefused,
      boolean dropBehindHeaders,
      boolean dropWhenStale,
      Duration skew) {
    return new PacketPolicy(
        DOMAIN,
        NODE,
        EnumSet.complementOf(EnumSet.of(Suite.HMAC_MD5)),
        skew,
        LEAST_HOP_LIMIT,
        dropForeign,
        dropRefused,
        dropBehindHeaders,
        dropWhenStale);
  }

  /** Sends packets through the router and waits until none is parked. */
  public void pass(byte[]... packets) {
    Arrays.stream(packets).forEach(io::put);
    worker.work();
  }

  /** Sends packets into the router, without waiting for those that it parks. */
  public void feed(byte[]... packets) throws IOException {
    Arrays.stream(packets).forEach(io::put);
    worker.turn(0);
  }

  /** Takes so many batches from the link. */
  void turn(int batches) throws IOException {
    for (int i = 0; i < batches; i++) {
      worker.turn(0);
    }
  }

  /** Does at once the work of once a second. */
  public void sweep() {
    worker.sweep();
  }

  public void assertDropped(DropReason reason, long times) {
    for (DropReason other : DropReason.values()) {
      assertEquals(
          other == reason ? times : 0, worker.counters().dropped(other), "dropped " + other);
    }
    assertReported(reason, times);
  }

  /** Checks the evidence of such drops; other tests look at those of later steps. */
  private void assertReported(DropReason reason, long times) {
    if (reason == null || OF_SEVERAL_STEPS.contains(reason)) {
      return;
    }
    long told = evidence.count(reason.ordinal());
    // Of a packet that is cut off within its IP header no source is known.
    told += reason == DropReason.MALFORMED ? evidence.sourceless() : 0;
    assertEquals(reason.isEvidence(false) ? times : 0, told, "told " + reason);
  }

  void assertCounted(Event event, long times) {
    assertEquals(times, worker.counters().counted(event), event.toString());
  }

  public Flow flow(CodeDigest code) {
    return new Flow(code);
  }

  /** A session and its Source. */
  public final class Flow {
    Suite suite = Suite.HMAC_SHA256;
    int domain = DOMAIN;
    public int epoch = 1;
    public long sst = NOW - 10;
    public long set = NOW + 60;
    public long session = 0x1234_5678_9abc_def0L;
    Grant grant = new Grant(0, 0, Grant.ALL);
    byte[] user = new byte[UserId.BYTES];
    public String from = "10.0.1.2";
    public String to = "10.0.2.2";
    final CodeDigest code;
    private long sequence = 1;
    private PacketSealer sealer;

    private Flow(CodeDigest code) {
      this.code = code;
    }

    SessionParameters parameters() {
      try {
        return new SessionParameters(
            suite,
            domain,
            epoch,
            (int) sst,
            (int) set,
            session,
            UserId.of(user),
            code,
            grant,
            InetAddress.getByName(from),
            InetAddress.getByName(to));
      } catch (IOException e) {
        throw new IllegalArgumentException(e);
      }
    }

    SessionKey key() {
      return new KeyDerivation().derive(parameters(), kci);
    }

    /** Keeps one sealer for many packets: no parameter may be changed afterwards. */
    void prepare() {
      sealer = newSealer();
    }

    private PacketSealer newSealer() {
      return new PacketSealer(parameters(), key(), PROVIDERS.engineFor(suite));
    }

    public byte[] next(String payload) {
      return packet(sequence++, payload);
    }

    byte[] packet(long sequence, String payload) {
      byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
      PacketSealer sealing = sealer == null ? newSealer() : sealer;
      ByteBuffer memory = ByteBuffer.allocate(sealing.overheadBytes() + bytes.length);
      sealing.seal(memory, 0, 5_004, sequence, ByteBuffer.wrap(bytes));
      return memory.array();
    }
  }
}
