package dev.rosa.router.pipeline;

import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SessionLookup;
import dev.rosa.router.session.SessionMemory;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;

/**
 * Gate that finds or derives a packet's session key and verifies its tag: steps 6 and 7 of PROTOCOL
 * §5. Packets of live sessions find their keys in the cache. The others have a rate limit, so that
 * a flood of forged ones costs live sessions little. One worker's; allocates nothing per packet of
 * a live session.
 */
final class SessionGate {

  private final SessionCache sessions;
  private final SessionMemory remembered;
  private final SessionLookup lookup;
  private final UnverifiedLimit unverified;
  private final KeyMaker keys;
  private final SuiteLanes lanes;
  private final SlowPath slowPath;
  private final RouterCounters counters;
  private final Verdicts verdicts;
  private Revocations revocations = Revocations.NONE;

  SessionGate(WorkerParts parts, Verdicts verdicts) {
    this.sessions = parts.sessions();
    this.remembered = sessions.memory();
    this.lookup = new SessionLookup(sessions, parts.lanes().capacity());
    this.unverified = new UnverifiedLimit(parts.unverifiedPerSecond());
    this.keys = new KeyMaker(parts.lanes());
    this.lanes = parts.lanes();
    this.slowPath = parts.slowPath();
    this.counters = parts.counters();
    this.verdicts = verdicts;
  }

  /** No key is derived for what these revocations cover, from now on. */
  void obey(Revocations inForce) {
    revocations = inForce;
  }

  /**
   * Step 6: keys that are remembered, or are derived for a packet of an unknown session if that was
   * not revoked.
   */
  void findKeys(PacketJob[] jobs, int size, long nowSeconds) {
    lookup.begin(nowSeconds);
    unverified.refill(size == 0 ? 0 : jobs[size - 1].buffer.arrivalNanos());
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking() && mayKnowEpoch(jobs[i])) {
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

  /** Keys of an epoch that the domain's state no longer names are not used, remembered or not. */
  private boolean mayKnowEpoch(PacketJob job) {
    boolean known = job.code.mayKnow(job.packet.epoch());
    if (!known) {
      boolean revoked = revocations.cover(job.packet);
      verdicts.drop(job, revoked ? DropReason.REVOKED : DropReason.UNKNOWN_EPOCH);
    }
    return known;
  }

  private void deriveKeys(PacketJob job) {
    if (revocations.cover(job.packet)) {
      verdicts.drop(job, DropReason.REVOKED);
      return;
    }
    if (!unverified.tryTake()) {
      verdicts.drop(job, DropReason.UNVERIFIED_LIMIT);
      return;
    }
    int epoch = job.packet.epoch();
    CodeSecret secret = slowPath.secret(job.code.digest(), epoch);
    if (secret == null) {
      verdicts.park(job, new AwaitedItem.Secret(job.code.digest(), epoch));
      return;
    }
    job.use(keys.make(job, secret));
    counters.count(Event.KEYS_DERIVED);
  }

  /** Step 7: tags; only now is anything about a packet remembered. */
  void verifyTags(PacketJob[] jobs, int size) {
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
    rememberNewSessions(jobs, size);
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
      verdicts.drop(job, DropReason.BAD_TAG);
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
  private void rememberNewSessions(PacketJob[] jobs, int size) {
    for (int i = 0; i < size; i++) {
      if (jobs[i].isWorking() && !jobs[i].hasSession()) {
        remember(jobs[i], i);
      }
    }
  }

  private void remember(PacketJob job, int index) {
    // Another packet of this batch may have been the session's first.
    int session = lookup.findAgain(index);
    if (session == SessionCache.NONE && sessions.mayHaveLost(lookup.words(), lookup.at(index))) {
      job.destroyDerived();
      verdicts.drop(job, DropReason.WINDOW_LOST);
      return;
    }
    if (session == SessionCache.NONE) {
      session = sessions.add(lookup.words(), lookup.at(index), job.derived);
      job.derived = null;
    } else {
      sessions.touch(session);
      job.destroyDerived();
    }
    job.use(session, remembered);
  }

  /** Releases the secret that was used last. */
  void forgetSecret() {
    keys.forget();
  }
}
