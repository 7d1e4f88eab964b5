package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.policy.ClientEnd;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Life of a worker's connections: they begin, time out, end, and are told to the log. Owned by one
 * thread.
 */
final class Flows implements Consumer<Flow> {
  private static final long SECOND = 1_000_000_000L;
  private static final long HANDSHAKE_NANOS = 30 * SECOND;
  private static final long IDLE_NANOS = 3_600 * SECOND;
  private static final long SWEEP_NANOS = 20_000_000L;
  private static final int SWEEPS_OF_ALL = 50;

  private static final AtomicLong NUMBERS = new AtomicLong();

  private final FlowTable table;
  private final EndedFlows over = new EndedFlows();
  private final ClientLimits limits;
  private final JudgeMaker judges;
  private final HeldPackets held;
  private final Refusals refusals;
  private final FlowLog log;
  private final WorkerCounts counts;

  private long nowNanos;
  private long nextSweepNanos;
  private IOException trouble;

  Flows(
      FlowTable table,
      ClientLimits limits,
      JudgeMaker judges,
      HeldPackets held,
      Refusals refusals,
      FlowLog log,
      WorkerCounts counts) {
    this.table = table;
    this.limits = limits;
    this.judges = judges;
    this.held = held;
    this.refusals = refusals;
    this.log = log;
    this.counts = counts;
  }

  Flow find(Ends ends) {
    return table.find(ends);
  }

  Scheme schemeOf(int port) {
    return judges.schemeOf(port);
  }

  /** A connection begins; null: there is no room for it. */
  Flow begin(Ends ends, InetAddress client, int user, Scheme scheme, long now) throws IOException {
    if (table.isFull() && over.oldest() != null) {
      remove(over.oldest());
    }
    if (table.isFull() || !limits.add(client)) {
      counts.refusals().add(RefusalReason.NO_ROOM);
      return null;
    }
    ClientEnd end = new ClientEnd(client, ends.server(), user);
    long number = NUMBERS.incrementAndGet();
    FlowJudge judge =
        judges.make(new JudgeMaker.New(number, scheme, end, ends.clientPort, ends.serverPort, log));
    Flow flow = new Flow(number, ends, judge, log.now());
    flow.seenNanos = now;
    table.add(flow);
    return flow;
  }

  /**
   * A connection has ended by itself. It stays for late packets until a time, unless its room is
   * needed before; its client may have another one instead.
   */
  void end(Flow flow, long untilNanos) {
    if (!flow.isEnded) {
      flow.end(untilNanos);
      limits.remove(flow.client);
      over.add(flow);
    }
  }

  /** A connection is over, and its ends may begin another. */
  void remove(Flow flow) throws IOException {
    refusals.abandon(flow);
    forget(flow);
  }

  private void forget(Flow flow) {
    table.remove(flow);
    if (!over.remove(flow)) {
      limits.remove(flow.client);
    }
    flow.dropHeld(held);
    flow.judge.close();
    counts.addEnded();
    log.ended(flow);
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
    if (trouble != null) {
      IOException thrown = trouble;
      trouble = null;
      throw thrown;
    }
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
    if (isOver(flow)) {
      remove(flow);
    } else if (isTooSlow(flow)) {
      refusals.refuse(flow, RefusalReason.HEAD_TOO_SLOW, nowNanos);
    }
  }

  private boolean isTooSlow(Flow flow) {
    boolean isAnswerTooSlow =
        flow.connection.state() != ConnectionState.REFUSED
            && flow.answer != null
            && flow.answer.isTooSlow(nowNanos);
    return isAnswerTooSlow || flow.connection.tick(nowNanos);
  }

  private boolean isOver(Flow flow) {
    if (flow.isEnded) {
      return nowNanos - flow.endNanos >= 0;
    }
    long most = flow.connection.state() == ConnectionState.HANDSHAKE ? HANDSHAKE_NANOS : IDLE_NANOS;
    return nowNanos - flow.seenNanos > most;
  }

  /** Tells the log of all that are left. */
  void close() {
    table.sweep(table.bucketCount(), this::forget);
  }
}
