package dev.rosa.router.pipeline;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.PacketJob.State;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SessionMemory;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import java.io.IOException;
import java.time.InstantSource;

/**
 * A packet's whole way through the router, in the order of PROTOCOL §5: cheap checks run before
 * expensive ones. One call a step, each over all packets of the batch that are still on their way.
 * Owned by one worker; in the steady state it allocates nothing of its own per packet, and logs
 * nothing.
 */
final class ActivePacketPipeline {

  private static final long MILLIS = 1_000;

  private final PacketPolicy policy;
  private final long skewMillis;
  private final int leastHopLimit;
  private final PacketIo io;
  private final CodeSource source;
  private final SessionCache sessions;
  private final SessionMemory remembered;
  private final SessionUpkeep upkeep;
  private final SlowPath slowPath;
  private final SuiteLanes lanes;
  private final RouterCounters counters;
  private final Verdicts verdicts;
  private final SessionGate gate;
  private final InstantSource clock;
  private final PacketJob[] jobs;
  private final CodeRunner runner;
  private final NonceCounter.Share nonces;

  /** False for a capture, whose packets may take what time they need. */
  private final boolean hasLimits;

  private int size;
  private long nowMillis;
  private Catalogue catalogue;

  ActivePacketPipeline(
      PacketPolicy policy, PacketIo io, CodeSource source, WorkerParts parts, WorkerClock clock) {
    this.policy = policy;
    this.skewMillis = policy.skew().toMillis();
    this.leastHopLimit = policy.leastHopLimit();
    this.io = io;
    this.source = source;
    this.sessions = parts.sessions();
    this.remembered = sessions.memory();
    this.upkeep = parts.upkeep();
    this.slowPath = parts.slowPath();
    this.lanes = parts.lanes();
    this.counters = parts.counters();
    this.verdicts = new Verdicts(slowPath, counters, parts.evidence());
    this.gate = new SessionGate(parts, verdicts);
    this.clock = clock.wall();
    this.jobs = new PacketJob[lanes.capacity()];
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = new PacketJob();
    }
    this.runner = new CodeRunner(parts.packetBytes(), io, counters, clock.nanos());
    this.nonces = parts.nonces().share();
    this.hasLimits = parts.unverifiedPerSecond() != UnverifiedLimit.NONE;
  }

  /**
   * Takes packets all the way.
   *
   * @param accepted which of them had their sequence number accepted before they were parked
   */
  void process(PacketBatch batch, boolean[] accepted) throws IOException {
    begin(batch, accepted);
    checkStructure(); // 1
    checkDomainAndSuite(); // 2
    checkWindow(); // 3
    findCode(); // 4
    checkState(); // 5
    gate.findKeys(jobs, size, nowMillis / MILLIS); // 6
    gate.verifyTags(jobs, size); // 7
    checkSequences(); // 8
    checkRates(); // 9
    findLoadedCode(); // 10
    openPayloads(); // 11
    runCode(); // 12
    sealChanged(); // 13
    handBack(batch); // 14
  }

  private void begin(PacketBatch batch, boolean[] accepted) {
    size = batch.size();
    nowMillis = clock.millis();
    takeUp(source.catalogue());
    for (int i = 0; i < size; i++) {
      jobs[i].begin(batch.buffer(i), accepted[i]);
    }
  }

  /** With a new catalogue secrets may have gone: none of them stays behind in the derivation. */
  private void takeUp(Catalogue pushed) {
    if (pushed != catalogue) {
      catalogue = pushed;
      gate.forgetSecret();
      gate.obey(catalogue.revocations());
    }
  }

  private void checkStructure() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      PacketBuffer buffer = job.buffer;
      Structure structure =
          buffer.length() > buffer.capacity()
              ? Structure.MALFORMED
              : job.packet.wrap(buffer.memory(), buffer.offset(), buffer.length());
      switch (structure) {
        case ACTIVE -> checkHopLimit(job);
        case OTHER -> passOrDropOther(job);
        case BEHIND_HEADERS -> passOrDropBehindHeaders(job);
        case FRAGMENT -> verdicts.drop(job, DropReason.FRAGMENT);
        case MALFORMED -> verdicts.drop(job, DropReason.MALFORMED);
        case UNKNOWN_VERSION -> verdicts.drop(job, DropReason.UNKNOWN_VERSION);
      }
    }
  }

  /** Drops a packet that cannot go far from here, before it uses up its sequence number. */
  private void checkHopLimit(PacketJob job) {
    if (job.packet.hopLimit() < leastHopLimit) {
      verdicts.drop(job, DropReason.HOPS_EXHAUSTED);
    }
  }

  /**
   * Drops what no rule of the diversion can have meant: the kernel has unpacked another packet from
   * it. Back there it would be unpacked again, and that one pass unprocessed or come here for ever.
   */
  private void passOrDropOther(PacketJob job) {
    if (job.buffer.isDiverted() && !job.packet.isWorthDiverting()) {
      verdicts.drop(job, DropReason.ENCAPSULATED);
    } else {
      verdicts.passOrDrop(job, !job.buffer.isFromOverlay(), DropReason.MALFORMED);
    }
  }

  private void passOrDropBehindHeaders(PacketJob job) {
    if (policy.dropBehindHeaders()) {
      verdicts.drop(job, DropReason.BEHIND_HEADERS);
    } else {
      passOrDropOther(job);
    }
  }

  private void checkDomainAndSuite() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (job.packet.domain() != policy.domain()) {
        verdicts.passOrDrop(job, !policy.dropForeignDomain(), DropReason.FOREIGN_DOMAIN);
      } else if (!policy.accepts(job.packet.suite())) {
        verdicts.drop(job, DropReason.SUITE_REFUSED);
      }
    }
  }

  private void checkWindow() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (nowMillis < job.packet.sst() * MILLIS - skewMillis) {
        verdicts.drop(job, DropReason.NOT_YET_VALID);
      } else if (nowMillis >= job.packet.set() * MILLIS + skewMillis) {
        verdicts.drop(job, DropReason.EXPIRED);
      }
    }
  }

  private void findCode() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      job.code = catalogue.find(job.packet.codeHigh(), job.packet.codeLow());
      if (job.code == null) {
        verdicts.drop(job, DropReason.UNKNOWN_CODE);
      } else if (!job.code.permitted()) {
        verdicts.passOrDrop(job, !policy.dropRefusedCode(), DropReason.CODE_REFUSED);
      }
    }
  }

  /**
   * A session that is remembered was compared with the revocations when it came, or when they did.
   * Only until the latter is done each packet is compared; the gate compares those of other
   * sessions.
   */
  private void checkState() {
    if (policy.dropWhenStale() && source.isStale(nowMillis)) {
      dropAll(DropReason.STALE_STATE);
    } else if (!upkeep.hasSwept(catalogue.revocations())) {
      checkRevocations();
    }
  }

  private void dropAll(DropReason reason) {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking()) {
        verdicts.drop(jobs[i], reason);
      }
    }
  }

  private void checkRevocations() {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking() && catalogue.revocations().cover(jobs[i].packet)) {
        verdicts.drop(jobs[i], DropReason.REVOKED);
      }
    }
  }

  /** Destroys keys that no session has got yet, when the work ends. */
  void forgetKeys() {
    gate.forgetSecret();
    for (PacketJob job : jobs) {
      job.destroyDerived();
    }
  }

  private void checkSequences() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (job.packet.lacksChecksum()) {
        verdicts.drop(job, DropReason.MALFORMED);
        continue;
      }
      boolean fresh = sessions.accept(job.session, job.packet.sequence());
      if (!fresh && !job.accepted) {
        verdicts.drop(job, DropReason.REPLAYED);
      } else {
        job.restoreHeader();
      }
    }
  }

  private void checkRates() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (job.isWorking()
          && !job.accepted
          && !remembered.tryTake(job.session, job.buffer.arrivalNanos())) {
        verdicts.drop(job, DropReason.RATE_EXCEEDED);
      }
    }
  }

  private void findLoadedCode() {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking()) {
        findLoadedCode(jobs[i]);
      }
    }
  }

  private void findLoadedCode(PacketJob job) {
    if (job.loaded != null) {
      return;
    }
    job.loaded = slowPath.code(job.code.digest());
    if (job.loaded != null) {
      remembered.setCode(job.session, job.loaded);
    } else {
      job.accepted = true;
      verdicts.park(job, new AwaitedItem.Bundle(job.code.digest()));
    }
  }

  /** The lanes are those that the tags were checked in. */
  private void openPayloads() {
    for (SuiteLane lane : lanes.all()) {
      if (lane.size() > 0 && lane.engine.suite().encrypts()) {
        lane.open();
      }
    }
  }

  private void runCode() {
    // Others wait behind a full batch, unless every batch is full.
    runner.begin(hasLimits && size == jobs.length && size > 1);
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (!runner.mayRun(job)) {
        verdicts.drop(job, DropReason.SHARE_EXCEEDED);
        continue;
      }
      job.executed = true;
      counters.count(Event.EXECUTED);
      DropReason reason =
          runner.run(job, stateOf(job), lanes.of(job.packet.suite()).batch.plaintext());
      if (reason != null) {
        verdicts.drop(job, reason);
      } else if (job.changed) {
        counters.count(Event.MODIFIED);
      }
    }
    runner.end();
  }

  /** Null if the grant, which the packet has proven, does not let the code keep any. */
  private long[] stateOf(PacketJob job) {
    return Grant.mayKeepState(job.packet.grantBits()) ? remembered.state(job.session) : null;
  }

  private void sealChanged() {
    lanes.clear();
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking() || !job.changed) {
        continue;
      }
      if (job.packet.suite().nonceBytes() > 0) {
        job.packet.writeNonce(nonces.writer(), nonces.next());
      }
      lanes.of(job.packet.suite()).add(job);
    }
    for (SuiteLane lane : lanes.all()) {
      if (lane.size() == 0) {
        continue;
      }
      lane.engine.seal(lane.batch);
      for (int i = 0; i < lane.size(); i++) {
        lane.job(i).packet.refreshHeaderChecksum();
        lane.job(i).buffer.resized(lane.job(i).packet.ipLength());
      }
    }
    lanes.clear();
  }

  private void handBack(PacketBatch batch) throws IOException {
    for (int i = 0; i < size; i++) {
      if (jobs[i].state != State.ENDED) {
        jobs[i].buffer.setFate(Fate.FORWARD);
      }
      if (jobs[i].isWorking()) {
        jobs[i].buffer.proved();
      }
    }
    io.send(batch);
    for (int i = 0; i < size; i++) {
      switch (jobs[i].buffer.fate()) {
        case SENT -> counters.count(Event.FORWARDED);
        case NO_ROUTE -> verdicts.dropUnsent(jobs[i], DropReason.NO_ROUTE);
        case HOPS_EXHAUSTED -> verdicts.dropUnsent(jobs[i], DropReason.HOPS_EXHAUSTED);
        case LINK_REFUSED -> verdicts.dropUnsent(jobs[i], DropReason.LINK_REFUSED);
        case HELD, FORWARD -> {}
      }
    }
  }

  /** The thread that is in code now; null: none is. From any thread. */
  Thread threadInCode() {
    return runner.threadInCode();
  }

  /** True if the packet at {@code index} of the batch just processed was run and sent on. */
  boolean wasServed(int index) {
    return jobs[index].executed && jobs[index].buffer.fate() == Fate.SENT;
  }
}
