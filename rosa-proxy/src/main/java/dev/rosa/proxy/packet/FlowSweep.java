package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Walks over a worker's connections: a part of them each time looks at the clock, as some time out;
 * all are asked for, or are of a client who is logged out. Owned by one thread.
 */
final class FlowSweep implements Consumer<Flow> {
  private static final long SECOND = 1_000_000_000L;
  private static final long HANDSHAKE_NANOS = 30 * SECOND;
  private static final long UNUSED_NANOS = 60 * SECOND;
  private static final long IDLE_NANOS = 3_600 * SECOND;
  private static final long SWEEP_NANOS = 20_000_000L;
  private static final int SWEEPS_OF_ALL = 50;

  private final FlowTable table;
  private final Flows flows;
  private final HeldPackets held;
  private final Refusals refusals;
  private final LocalAcknowledgements acknowledgements;
  private final FlowLog log;
  private final WorkerCounts counts;
  private final CachedFlows cached;

  private long nowNanos;
  private long nextSweepNanos;
  private IOException trouble;

  FlowSweep(
      FlowTable table,
      Flows flows,
      HeldPackets held,
      Refusals refusals,
      LocalAcknowledgements acknowledgements,
      FlowLog log,
      WorkerCounts counts,
      CachedFlows cached) {
    this.table = table;
    this.flows = flows;
    this.held = held;
    this.refusals = refusals;
    this.acknowledgements = acknowledgements;
    this.log = log;
    this.counts = counts;
    this.cached = cached;
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
      flows.letGo(flow);
    } else if (flow.isDoubtful && nowNanos - flow.probeNanos >= 0) {
      flows.probe(flow, nowNanos);
    }
  }

  /** The kernel forgets an awaited answer only when the server cannot send it any more. */
  private void overDue(Flow flow) throws IOException {
    if (flow.isUnanswered() && flow.connection.state() != ConnectionState.REFUSED) {
      refusals.giveUp(flow, nowNanos);
    } else {
      flows.remove(flow, nowNanos);
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
        && !flows.isUsedInKernel(flow, nowNanos);
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
    table.sweep(table.bucketCount(), flow -> flows.forget(flow, nowNanos));
  }
}
