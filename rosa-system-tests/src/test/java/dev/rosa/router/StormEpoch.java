package dev.rosa.router;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.StormJudge.Verdict;
import dev.rosa.router.pipeline.DropReason;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.testkit.router.SyntheticDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One router's life in the storm: a new domain, new sessions, and batches of frames that all follow
 * from a seed and a number. Owned by one thread.
 */
final class StormEpoch implements AutoCloseable {

  /** Freshly sealed packets in a batch; they come last, so that their mutants come first. */
  private static final int GENUINE = 12;

  private static final int NOISE = 12;
  private static final int MUTANTS = StormRouter.BATCH - GENUINE - NOISE;
  private static final int BEFORE_SECONDS = 3_600;

  private final SyntheticDomain domain;
  private final StormSessions sessions;
  private final StormRouter router;
  private final StormMutation mutation;
  private final StormJudge judge;
  private final long seed;
  private final int[] genuine = new int[GENUINE];
  private final ByteBuffer shadow =
      ByteBuffer.allocateDirect(StormRouter.BATCH * StormRouter.PACKET_BYTES);
  private final int[] lengths = new int[MUTANTS + NOISE + GENUINE];
  private int turn;

  StormEpoch(ProviderRegistry providers, long seed, long number) throws IOException {
    this.seed = new SplittableRandom(seed + number).nextLong();
    domain = new SyntheticDomain(new SeededRandom(this.seed), StormRouter.NOW - BEFORE_SECONDS);
    sessions = new StormSessions(domain, providers);
    router = new StormRouter(domain, providers);
    mutation = new StormMutation(sessions);
    judge = new StormJudge(sessions);
    begin();
  }

  /** Every session's first packet: the router has secret and code, and knows all sessions. */
  private void begin() throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < sessions.count(); i++) {
      PacketBatch batch = router.batch();
      batch.setSize(0);
      int place = sessions.seal(i, random);
      mutation.original(batch.add(), place);
      sessions.setAccepted(place);
      router.process();
      // The missing secret and code came at once, but the router looks for it in turns.
      router.settle();
    }
  }

  /**
   * One batch.
   *
   * @param number of the batch
   * @throws StormFinding if the router did what it must not do
   */
  void batch(long number) throws IOException {
    SplittableRandom random = new SplittableRandom(seed ^ number * 0x9e3779b97f4a7c15L);
    fill(random);
    PacketBatch batch = router.batch();
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer buffer = batch.buffer(i);
      shadow.put(i * StormRouter.PACKET_BYTES, buffer.memory(), buffer.offset(), buffer.length());
      lengths[i] = buffer.length();
    }
    long executed = router.counted(Event.EXECUTED);
    try {
      router.process();
    } catch (RuntimeException e) {
      throw new StormFinding(number, "threw " + e, shadow.slice(), e);
    }
    check(number, executed);
  }

  private void fill(SplittableRandom random) {
    mutation.reseed(random);
    for (int i = 0; i < GENUINE; i++) {
      genuine[i] = sessions.seal(turn++ % sessions.count(), random);
    }
    PacketBatch batch = router.batch();
    batch.setSize(0);
    for (int i = 0; i < MUTANTS; i++) {
      mutation.mutant(batch.add());
    }
    for (int i = 0; i < NOISE; i++) {
      mutation.noise(batch.add());
    }
    for (int place : genuine) {
      mutation.original(batch.add(), place);
    }
    // The others came where everything passes, not by a diversion.
    for (int i = 0; i < batch.size(); i += 2) {
      batch.buffer(i).cameInOn(1);
    }
  }

  private void check(long number, long executedBefore) {
    PacketBatch batch = router.batch();
    long valid = 0;
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer buffer = batch.buffer(i);
      boolean sent = buffer.fate() == Fate.SENT;
      if (!sent && i < MUTANTS + NOISE) {
        continue;
      }
      Verdict verdict = judge.judge(shadow, i * StormRouter.PACKET_BYTES, lengths[i]);
      if (sent && (verdict == Verdict.FORGED || verdict == Verdict.REPLAY)) {
        throw finding(number, i, "accepted what is " + verdict);
      }
      if (sent && buffer.isDiverted() && !judge.isDivertible()) {
        throw finding(number, i, "passed what no rule of a diversion means");
      }
      if (!sent && verdict == Verdict.VALID) {
        throw finding(number, i, "dropped what a session has sealed");
      }
      if (sent && !(verdict == Verdict.VALID ? isRestored(buffer, i) : isUnchanged(buffer, i))) {
        throw finding(number, i, "changed what its code did not change");
      }
      if (sent && verdict == Verdict.VALID) {
        sessions.setAccepted(judge.place());
        valid++;
      }
    }
    if (router.counted(Event.EXECUTED) - executedBefore != valid) {
      throw finding(number, 0, "ran code on another number of packets than were valid");
    }
    if (router.liveSessions() > sessions.count()
        || router.parked() > StormRouter.MOST_UNANNOUNCED) {
      throw finding(number, 0, "remembers what nobody has proven");
    }
  }

  private boolean isUnchanged(PacketBuffer buffer, int index) {
    return buffer.length() == lengths[index] && endIsUnchanged(buffer, index, lengths[index]);
  }

  /** True if it has the IP header that its Source wrote, and behind that what came. */
  private boolean isRestored(PacketBuffer buffer, int index) {
    ByteBuffer memory = buffer.memory();
    int ip = buffer.offset();
    boolean ipv4 = memory.get(ip) >>> 4 == 4;
    boolean written =
        ipv4
            ? memory.get(ip) == 0x46
                && memory.getShort(ip + 6) == 0x4000
                && memory.get(ip + 8) == 64
            : memory.get(ip + 7) == 64 && memory.get(ip + 41) == 0;
    int header = ipv4 ? 24 : 48;
    return written && endIsUnchanged(buffer, index, buffer.length() - header);
  }

  private boolean endIsUnchanged(PacketBuffer buffer, int index, int bytes) {
    int end = index * StormRouter.PACKET_BYTES + lengths[index];
    return buffer
        .memory()
        .slice(buffer.offset() + buffer.length() - bytes, bytes)
        .equals(shadow.slice(end - bytes, bytes));
  }

  private StormFinding finding(long number, int index, String what) {
    int length = lengths[index];
    return new StormFinding(
        number, what, shadow.slice(index * StormRouter.PACKET_BYTES, length), null);
  }

  /** Adds what was dropped in this epoch, by reason. */
  void addDrops(Map<DropReason, Long> drops) {
    for (DropReason reason : DropReason.values()) {
      if (router.dropped(reason) > 0) {
        drops.merge(reason, router.dropped(reason), Long::sum);
      }
    }
  }

  long executed() {
    return router.counted(Event.EXECUTED);
  }

  long untouched() {
    return router.counted(Event.UNTOUCHED);
  }

  @Override
  public void close() {
    router.forget();
    domain.close();
  }
}
