package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.connection.FormerOpenings;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.policy.ClientEnd;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.syncookie.LostOpenings;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Life of a worker's connections: they begin, time out, end, and are told to the log. Owned by one
 * thread.
 */
final class Flows implements Consumer<Flow> {
  private static final long SECOND = 1_000_000_000L;
  private static final long HANDSHAKE_NANOS = 30 * SECOND;
  private static final long UNUSED_NANOS = 60 * SECOND;
  private static final long IDLE_NANOS = 3_600 * SECOND;
  private static final long SWEEP_NANOS = 20_000_000L;
  private static final int SWEEPS_OF_ALL = 50;

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
  private final LocalAcknowledgements acknowledgements;
  private final FlowLog log;
  private final WorkerCounts counts;
  private final CachedFlows cached;

  private long nowNanos;
  private long nextSweepNanos;
  private IOException trouble;

  Flows(
      FlowTable table,
      ClientLimits limits,
      JudgeMaker judges,
      HeldPackets held,
      Refusals refusals,
      LocalAcknowledgements acknowledgements,
      FlowLog log,
      WorkerCounts counts,
      CachedFlows cached) {
    this.table = table;
    this.limits = limits;
    this.judges = judges;
    this.held = held;
    this.refusals = refusals;
    this.acknowledgements = acknowledgements;
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
    ClientShare full = limits.full(ends);
    if (full != null) {
      displace(oldest(full.unproven, full.doubtful), now);
    }
    if (table.isFull()) {
      displace(over.oldest() == null ? oldest(unproven, doubtful) : over.oldest(), now);
    }
    ClientShare share = table.isFull() ? null : limits.add(ends);
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

  private Flow oldest(FlowQueue first, FlowQueue then) {
    Flow flow = oldest(first);
    return flow == null ? then.oldest() : flow;
  }

  /** The oldest one whose client has proven nothing to the kernel either. */
  private Flow oldest(FlowQueue queue) {
    Flow flow = queue.oldest();
    while (flow != null && isUsedInKernel(flow)) {
      flow = queue.oldest();
    }
    return flow;
  }

  /** Looks whether the kernel has let requests pass; if so, the client has shown that it hears. */
  private boolean isUsedInKernel(Flow flow) {
    if (!cached.isUsed(flow)) {
      return false;
    }
    flow.seenNanos = nowNanos;
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
    if (hasBegun(flow)) {
      lost.add(table.hash(flow.ends), flow.clientFirst, now);
    }
    remember(flow.ends, flow.former, now);
    if (unproven.has(flow) && flow.isOpened) {
      refusals.closeServer(flow);
    }
    remove(flow);
  }

  /** True once bytes of the client may have gone to the server. */
  boolean hasBegun(Flow flow) {
    return flow.hasBegun() || cached.hasPassed(flow);
  }

  /** True if one that began so has given its room to others, and its server may have it. */
  boolean isLost(Ends ends, int first, long now) {
    return lost.has(table.hash(ends), first, now);
  }

  /** Remembers openings of ends that have no connection any more. */
  void remember(Ends ends, FormerOpenings former, long now) {
    lost.addAll(table.hash(ends), former, now);
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
  private void letGo(Flow flow) {
    settle(flow);
    // The kernel and the client's share still know of the others.
    if (!over.has(flow) && !flow.isUnanswered() && flow.share.held == 0) {
      limits.remove(flow.share);
      over.add(flow);
    }
  }

  /** A connection is over, and its ends may begin another. */
  void remove(Flow flow) throws IOException {
    if (flow.isPassed) {
      // The kernel still lets its bytes pass, and no logout would end that.
      refusals.takeBack(flow);
    }
    refusals.abandon(flow);
    forget(flow);
  }

  /** Forgets it; the kernel may go on watching its ends. */
  void forget(Flow flow) {
    if (flow.isForgotten) {
      return;
    }
    flow.isForgotten = true;
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

  /**
   * Connections that go on, in no order.
   *
   * @param client whose they are; null: anybody's
   * @param most that many
   */
  List<OpenConnection> open(InetAddress client, int most) {
    List<OpenConnection> open = new ArrayList<>();
    table.sweep(
        table.bucketCount(),
        flow -> {
          boolean isMeant = client == null || client.equals(flow.client);
          if (isMeant && !flow.isEnded && open.size() < most) {
            String state = flow.connection.state().name();
            open.add(new OpenConnection(state, held.size(flow.held), log.entry(flow)));
          }
        });
    return open;
  }

  /** Looks at the clock: all connections are looked at once a second. */
  void tick(long now) throws IOException {
    nowNanos = now;
    if (now - nextSweepNanos < 0) {
      return;
    }
    nextSweepNanos = now + SWEEP_NANOS;
    table.sweep(table.bucketCount() / SWEEPS_OF_ALL + 1, this);
    counts.setNow(table.size(), held.count());
    throwTrouble();
  }

  @Override
  public void accept(Flow flow) {
    try {
      look(flow);
    } catch (IOException e) {
      trouble = e;
    }
  }

  private void look(Flow flow) throws IOException {
    if (flow.answer != null && flow.answer.isLeft(nowNanos)) {
      flow.leaveAnswer(held);
    }
    if (isOver(flow)) {
      overDue(flow);
    } else if (isTooSlow(flow) || !acknowledgements.goesOn(flow, nowNanos)) {
      refusals.refuse(flow, RefusalReason.HEAD_TOO_SLOW, nowNanos);
    } else if (flow.isEnded) {
      // It was refused, and both ends have heard of it.
      letGo(flow);
    } else if (flow.isDoubtful && nowNanos - flow.probeNanos >= 0) {
      probe(flow, nowNanos);
    }
  }

  /** The kernel forgets an awaited answer only when the server cannot send it any more. */
  private void overDue(Flow flow) throws IOException {
    if (flow.isUnanswered() && flow.connection.state() != ConnectionState.REFUSED) {
      refusals.giveUp(flow, nowNanos);
    } else {
      remove(flow);
    }
  }

  private boolean isTooSlow(Flow flow) {
    boolean isAnswerTooSlow =
        flow.connection.state() != ConnectionState.REFUSED
            && flow.isUnanswered()
            && flow.answer.isTooSlow(nowNanos);
    return isAnswerTooSlow || flow.connection.tick(nowNanos);
  }

  private boolean isOver(Flow flow) {
    if (flow.isEnded) {
      // The next one with its ends is watched, too, while the server may take its cookies.
      return nowNanos - flow.endNanos >= 0 && !Openings.hasCookies(flow, nowNanos);
    }
    return nowNanos - flow.seenNanos > most(flow)
        && !Openings.hasCookies(flow, nowNanos)
        && !isUsedInKernel(flow);
  }

  /** A connection that was never used is forgotten early: a client opens many with few packets. */
  private static long most(Flow flow) {
    if (flow.connection.state() == ConnectionState.HANDSHAKE) {
      return HANDSHAKE_NANOS;
    }
    return flow.connection.judgedBytes() == 0 ? UNUSED_NANOS : IDLE_NANOS;
  }

  /**
   * A client's login has ended: the kernel asks about its connections, also if another user logs in
   * there before their next packets.
   */
  void takeBack(InetAddress client) throws IOException {
    table.sweep(
        table.bucketCount(),
        flow -> {
          boolean isMeant = flow.client.equals(client);
          if (isMeant) {
            cached.close(flow);
          }
          if (isMeant && flow.connection.state() == ConnectionState.PASS_THROUGH) {
            takeBack(flow);
          }
        });
    cached.closed(client);
    throwTrouble();
  }

  private void takeBack(Flow flow) {
    try {
      refusals.takeBack(flow);
    } catch (IOException e) {
      trouble = e;
    }
  }

  private void throwTrouble() throws IOException {
    if (trouble != null) {
      IOException thrown = trouble;
      trouble = null;
      throw thrown;
    }
  }

  /** Tells the log of all that are left. */
  void close() {
    table.sweep(table.bucketCount(), this::forget);
  }
}
