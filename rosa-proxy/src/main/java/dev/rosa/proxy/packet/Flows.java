package dev.rosa.proxy.packet;

import dev.rosa.proxy.policy.ClientEnd;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.syncookie.LostOpenings;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Life of a worker's connections: they begin, end, and are told to the log. Owned by one thread.
 */
final class Flows {
  private static final long SECOND = 1_000_000_000L;

  /** Bytes that a server may send before a client's first packet comes to a worker. */
  private static final int MOST_AHEAD = 1 << 20;

  private static final AtomicLong NUMBERS = new AtomicLong();

  /** Pauses between questions to a server: the first, and the longest. */
  private static final long FIRST_PAUSE_NANOS = 4 * SECOND;

  private static final long MOST_PAUSE_NANOS = 300 * SECOND;

  private final SecureRandom random = new SecureRandom();
  private final LostOpenings lost = new LostOpenings();
  private final FlowTable table;
  private final FlowQueue over = new FlowQueue(FlowQueue.Kind.WORKER);
  private final FlowQueue unproven = new FlowQueue(FlowQueue.Kind.WORKER);
  private final FlowQueue doubtful = new FlowQueue(FlowQueue.Kind.WORKER);
  private final ClientLimits limits;
  private final JudgeMaker judges;
  private final HeldPackets held;
  private final Refusals refusals;
  private final FlowLog log;
  private final WorkerCounts counts;
  private final CachedFlows cached;

  Flows(
      FlowTable table,
      ClientLimits limits,
      JudgeMaker judges,
      HeldPackets held,
      Refusals refusals,
      FlowLog log,
      WorkerCounts counts,
      CachedFlows cached) {
    this.table = table;
    this.limits = limits;
    this.judges = judges;
    this.held = held;
    this.refusals = refusals;
    this.log = log;
    this.counts = counts;
    this.cached = cached;
  }

  Flow find(Ends ends) {
    return table.find(ends);
  }

  static long nextNumber() {
    return NUMBERS.incrementAndGet();
  }

  Scheme schemeOf(int port) {
    return judges.schemeOf(port);
  }

  /**
   * A connection begins; null: there is no room for it. Those whose client may be forged give their
   * room to others. While the server may take a cookie of one that did, the next one with its ends
   * is watched for it.
   */
  Flow begin(Ends ends, InetAddress client, int user, Scheme scheme, long now) throws IOException {
    ClientLimits.Share full = limits.full(ends);
    if (full != null) {
      displace(oldest(full.unproven, full.doubtful, now), now);
    }
    if (table.isFull()) {
      displace(over.oldest() == null ? oldest(unproven, doubtful, now) : over.oldest(), now);
    }
    ClientLimits.Share share = table.isFull() ? null : limits.add(ends);
    if (share == null) {
      counts.refusals().add(RefusalReason.NO_ROOM);
      return null;
    }
    ClientEnd end = new ClientEnd(client, ends.server(), user);
    long number = nextNumber();
    FlowJudge judge =
        judges.make(new JudgeMaker.New(number, scheme, end, ends.clientPort, ends.serverPort, log));
    Flow flow = new Flow(number, ends, judge, share, log.now());
    flow.seenNanos = now;
    flow.cookies = lost.cookies(table.hash(ends), now);
    flow.mayBeCookie = flow.cookies != null;
    table.add(flow);
    unproven.add(flow);
    share.unproven.add(flow);
    return flow;
  }

  private Flow oldest(FlowQueue first, FlowQueue then, long now) {
    Flow flow = oldest(first, now);
    return flow == null ? then.oldest() : flow;
  }

  /** The oldest one whose client has proven nothing to the kernel either. */
  private Flow oldest(FlowQueue queue, long now) {
    Flow flow = queue.oldest();
    while (flow != null && isUsedInKernel(flow, now)) {
      flow = queue.oldest();
    }
    return flow;
  }

  /** Looks whether the kernel has let requests pass; if so, the client has shown that it hears. */
  boolean isUsedInKernel(Flow flow, long now) {
    if (!cached.isUsed(flow)) {
      return false;
    }
    flow.seenNanos = now;
    proven(flow);
    return true;
  }

  private void displace(Flow flow, long now) throws IOException {
    if (flow == null) {
      return;
    }
    if (Openings.hasCookies(flow, now) && flow.cookies != null) {
      lost.add(table.hash(flow.ends), flow.cookies, now);
    }
    if (unproven.has(flow) && flow.isOpened) {
      refusals.closeServer(flow);
    }
    remove(flow, now);
  }

  /** True once bytes of the client may have gone to the server. */
  boolean hasBegun(Flow flow) {
    return flow.hasBegun() || cached.hasPassed(flow);
  }

  /** True if one that began so was forgotten shortly before, and its server may have it. */
  boolean isLost(Ends ends, int first, long now) {
    return lost.hasBegun(table.hash(ends, first), now);
  }

  /** A client has sent this acknowledgement: one that hears the server knows its numbers. */
  void acknowledged(Flow flow, int acknowledgement) {
    boolean isProven =
        unproven.has(flow)
            && flow.isOpened
            && Integer.compareUnsigned(acknowledgement - flow.answersEnd, MOST_AHEAD) < 0;
    if (isProven) {
      proven(flow);
    }
  }

  /** The client has shown that it hears the server. */
  void proven(Flow flow) {
    flow.isProven = true;
    settle(flow);
    flow.judge.proven();
  }

  /** Its room is no longer for others. */
  private void settle(Flow flow) {
    boolean unused = unproven.remove(flow) && flow.share.unproven.remove(flow);
    goesOn(flow);
  }

  /**
   * It may be over, or a stranger says so: it goes on, but others who need its room get it, after
   * that of all connections that nobody has proven.
   *
   * @param probeNanos when its server is asked
   */
  void doubt(Flow flow, long probeNanos) {
    if (flow.isEnded || flow.isDoubtful || unproven.has(flow)) {
      return;
    }
    flow.isDoubtful = true;
    flow.probeNanos = probeNanos;
    flow.probePause = FIRST_PAUSE_NANOS;
    // The kernel must not forget an answer that is awaited.
    if (!flow.isUnanswered()) {
      doubtful.add(flow);
      flow.share.doubtful.add(flow);
    }
  }

  /** Asks the server whether it knows a connection that may be over; once a second at most. */
  void probe(Flow flow, long now) throws IOException {
    if (flow.isProbed && now - flow.probeNanos + flow.probePause < SECOND) {
      return;
    }
    if (!flow.isProbed) {
      flow.probe = random.nextInt();
      flow.isProbed = true;
    }
    flow.probePause = Math.min(2 * flow.probePause, MOST_PAUSE_NANOS);
    flow.probeNanos = now + flow.probePause;
    refusals.probe(flow, random.nextInt());
  }

  /** Bytes of it have come, or it is known to be over. */
  void goesOn(Flow flow) {
    flow.isDoubtful = false;
    boolean unused = doubtful.remove(flow) && flow.share.doubtful.remove(flow);
  }

  /**
   * A connection has ended by itself. It stays for late packets until a time, unless its room is
   * needed before; its client may have another one instead.
   */
  void end(Flow flow, long untilNanos) {
    if (flow.isEnded) {
      return;
    }
    flow.end(untilNanos);
    letGo(flow);
  }

  /** From now on its room is for others who need it. */
  void letGo(Flow flow) {
    settle(flow);
    // The kernel and the client's share still know of the others.
    if (!over.has(flow) && !flow.isUnanswered() && flow.share.held == 0) {
      limits.remove(flow.share);
      over.add(flow);
    }
  }

  /** A connection is over, and its ends may begin another. */
  void remove(Flow flow, long now) throws IOException {
    if (flow.isPassed) {
      // The kernel still lets its bytes pass, and no logout would end that.
      refusals.takeBack(flow);
    }
    refusals.abandon(flow);
    forget(flow, now);
  }

  /** Forgets it; the kernel may go on watching its ends. */
  void forget(Flow flow, long now) {
    if (flow.isForgotten) {
      return;
    }
    flow.isForgotten = true;
    if (hasBegun(flow)) {
      lost.addBegun(table.hash(flow.ends, flow.clientFirst), now);
    }
    cached.close(flow);
    table.remove(flow);
    settle(flow);
    if (!over.remove(flow)) {
      limits.remove(flow.share);
    }
    flow.dropHeld(held);
    flow.judge.close();
    counts.addEnded();
    // Anybody can ask for many, with any address.
    if (flow.isProven || flow.refusal != null) {
      log.ended(flow);
    }
  }
}
