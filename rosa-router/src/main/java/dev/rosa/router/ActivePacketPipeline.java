package dev.rosa.router;

import dev.rosa.keys.CodeSecret;
import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.router.PacketJob.State;
import dev.rosa.router.RouterCounters.Event;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Grant;
import dev.rosa.wire.Structure;
import java.io.IOException;
import java.time.InstantSource;

/**
 * A packet's whole way through the router, in the order of PROTOCOL §5: nothing dear happens before
 * something cheap has vouched for it. One call a step, each over all packets of the batch that are
 * still on their way. Owned by one worker; in the steady state it allocates nothing of its own per
 * packet, and logs nothing.
 */
final class ActivePacketPipeline {

  private static final long MILLIS = 1_000;

  private final PacketPolicy policy;
  private final long skewMillis;
  private final PacketIo io;
  private final CodeSource source;
  private final SessionCache sessions;
  private final SessionMemory remembered;
  private final SessionLookup lookup;
  private final SlowPath slowPath;
  private final SuiteLanes lanes;
  private final RouterCounters counters;
  private final InstantSource clock;
  private final KeyMaker keys;
  private final PacketJob[] jobs;
  private final CodeRunner runner;
  private final NonceCounter nonces;

  private int size;
  private long nowMillis;
  private Catalogue catalogue;

  ActivePacketPipeline(
      PacketPolicy policy, PacketIo io, CodeSource source, WorkerParts parts, InstantSource clock) {
    this.policy = policy;
    this.skewMillis = policy.skew().toMillis();
    this.io = io;
    this.source = source;
    this.sessions = parts.sessions();
    this.remembered = sessions.memory();
    this.lookup = new SessionLookup(sessions, parts.lanes().capacity());
    this.keys = new KeyMaker(parts.lanes());
    this.slowPath = parts.slowPath();
    this.lanes = parts.lanes();
    this.counters = parts.counters();
    this.clock = clock;
    this.jobs = new PacketJob[lanes.capacity()];
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = new PacketJob();
    }
    this.runner = new CodeRunner(parts.packetBytes(), counters);
    // The real time, whatever time packets are judged by: a capture that is replayed twice must not
    // be sealed twice under the same nonces.
    this.nonces = new NonceCounter(policy.nodeId(), InstantSource.system());
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
    checkRevocations(); // 5
    findKeys(); // 6
    verifyTags(); // 7
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
      keys.forget();
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
        case ACTIVE -> {}
        case OTHER -> passOrDrop(job, !buffer.isFromOverlay(), DropReason.MALFORMED);
        case FRAGMENT -> drop(job, DropReason.FRAGMENT);
        case MALFORMED -> drop(job, DropReason.MALFORMED);
        case UNKNOWN_VERSION -> drop(job, DropReason.UNKNOWN_VERSION);
      }
    }
  }

  private void checkDomainAndSuite() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (job.packet.domain() != policy.domain()) {
        passOrDrop(job, !policy.dropForeignDomain(), DropReason.FOREIGN_DOMAIN);
      } else if (!policy.accepts(job.packet.suite())) {
        drop(job, DropReason.SUITE_REFUSED);
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
        drop(job, DropReason.NOT_YET_VALID);
      } else if (nowMillis >= job.packet.set() * MILLIS + skewMillis) {
        drop(job, DropReason.EXPIRED);
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
        drop(job, DropReason.UNKNOWN_CODE);
      } else if (!job.code.permitted()) {
        passOrDrop(job, !policy.dropRefusedCode(), DropReason.CODE_REFUSED);
      }
    }
  }

  private void checkRevocations() {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking() && catalogue.isRevoked(jobs[i].packet)) {
        drop(jobs[i], DropReason.REVOKED);
      }
    }
  }

  private void findKeys() {
    lookup.begin(nowMillis / MILLIS);
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking()) {
        lookup.ask(i, jobs[i].packet, jobs[i].code.digest());
      }
    }
    lookup.answer();
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      if (lookup.place(i) == SessionCache.NONE) {
        deriveKeys(job);
      } else {
        job.use(lookup.place(i), remembered);
      }
    }
  }

  private void deriveKeys(PacketJob job) {
    int epoch = job.packet.epoch();
    if (!job.code.mayKnow(epoch)) {
      drop(job, DropReason.UNKNOWN_EPOCH);
      return;
    }
    CodeSecret secret = slowPath.secret(job.code.digest(), epoch);
    if (secret == null) {
      park(job, new Need.Secret(job.code.digest(), epoch));
      return;
    }
    job.use(keys.make(job, secret));
    counters.count(Event.KEYS_DERIVED);
  }

  private void verifyTags() {
    lanes.clear();
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking()) {
        enterLane(jobs[i]);
      }
    }
    for (SuiteLane lane : lanes.all()) {
      if (lane.size() == 0) {
        continue;
      }
      lane.engine.verify(lane.batch);
      for (int i = 0; i < lane.size(); i++) {
        settleTag(lane.job(i), lane.batch.isAuthentic(i));
      }
    }
    rememberNewSessions();
  }

  /** An engine that checks by decrypting should know now what will be read in step 11. */
  private void enterLane(PacketJob job) {
    ActivePacket packet = job.packet;
    SuiteLane lane = lanes.of(packet.suite());
    if (packet.suite().encrypts() && Grant.mayRead(packet.grantBits())) {
      lane.addToOpen(job);
    } else {
      lane.add(job);
    }
  }

  private void settleTag(PacketJob job, boolean authentic) {
    if (!authentic) {
      job.destroyDerived();
      drop(job, DropReason.BAD_TAG);
      return;
    }
    if (job.hasSession()) {
      sessions.touch(job.session);
    }
    if (!job.accepted) {
      counters.count(Event.VERIFIED);
    }
  }

  /**
   * Only here may anything new be remembered, and only after the sessions of the whole batch were
   * touched: a new one must not push out one whose packet is still on its way.
   */
  private void rememberNewSessions() {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking() && !jobs[i].hasSession()) {
        remember(jobs[i], i);
      }
    }
  }

  private void remember(PacketJob job, int index) {
    // Another packet of this batch may have been the session's first.
    int session = lookup.findAgain(index);
    if (session == SessionCache.NONE) {
      session = sessions.add(lookup.words(), lookup.at(index), job.derived);
      job.derived = null;
    } else {
      sessions.touch(session);
      job.destroyDerived();
    }
    job.use(session, remembered);
  }

  /** Destroys keys that no session has got yet, when the work ends. */
  void forgetKeys() {
    keys.forget();
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
      boolean fresh = sessions.accept(job.session, job.packet.sequence());
      if (!fresh && !job.accepted) {
        drop(job, DropReason.REPLAYED);
      }
    }
  }

  private void checkRates() {
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (job.isWorking()
          && !job.accepted
          && !remembered.tryTake(job.session, job.buffer.arrivalNanos())) {
        drop(job, DropReason.RATE_EXCEEDED);
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
      park(job, new Need.Bundle(job.code.digest()));
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
    for (int i = 0; i < size; i++) {
      PacketJob job = jobs[i];
      if (!job.isWorking()) {
        continue;
      }
      job.executed = true;
      counters.count(Event.EXECUTED);
      DropReason reason =
          runner.run(job, stateOf(job), lanes.of(job.packet.suite()).batch.plaintext());
      if (reason != null) {
        drop(job, reason);
      } else if (job.changed) {
        counters.count(Event.MODIFIED);
      }
    }
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
        lane.job(i).packet.refreshChecksums();
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
    }
    io.send(batch);
    for (int i = 0; i < size; i++) {
      switch (jobs[i].buffer.fate()) {
        case SENT -> counters.count(Event.FORWARDED);
        case NO_ROUTE -> drop(jobs[i], DropReason.NO_ROUTE);
        case HOPS_EXHAUSTED -> drop(jobs[i], DropReason.HOPS_EXHAUSTED);
        case LINK_REFUSED -> drop(jobs[i], DropReason.LINK_REFUSED);
        case HELD, FORWARD -> {}
      }
    }
  }

  /** Whether the packet at {@code index} of the batch just processed was run and sent on. */
  boolean wasServed(int index) {
    return jobs[index].executed && jobs[index].buffer.fate() == Fate.SENT;
  }

  private void park(PacketJob job, Need need) {
    DropReason refused = slowPath.await(need, job, System.nanoTime());
    if (refused != null) {
      drop(job, refused);
    } else {
      job.state = State.ENDED;
      counters.count(Event.PARKED);
    }
  }

  private void passOrDrop(PacketJob job, boolean pass, DropReason reason) {
    if (pass) {
      job.state = State.UNTOUCHED;
      counters.count(Event.UNTOUCHED);
    } else {
      drop(job, reason);
    }
  }

  private void drop(PacketJob job, DropReason reason) {
    job.state = State.ENDED;
    counters.drop(reason);
  }
}
