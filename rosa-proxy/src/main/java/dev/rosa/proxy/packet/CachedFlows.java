package dev.rosa.proxy.packet;

import dev.rosa.proxy.cache.FlowState;
import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.http.HeadBuffers;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Connections whose requests the kernel's cache may let pass, and what the worker must know of
 * those that have. A connection is the kernel's or the worker's: the first packet that comes here
 * takes it from the kernel. One thread.
 */
final class CachedFlows {

  /** A packet that the program has not seen was not under way for longer than that. */
  private static final long UNDER_WAY_NANOS = 2_000_000_000L;

  private final WorkerCache cache;
  private final WorkerCounts counts;
  private final byte[] last = new byte[HeadBuffers.HEAD_BYTES];

  /**
   * Connections of a worker.
   *
   * @param cache the worker's part of it; null: there is none
   */
  CachedFlows(WorkerCache cache, WorkerCounts counts) {
    this.cache = cache;
    this.counts = counts;
  }

  private WorkerCache at(Flow flow) {
    return flow.ends.in(cache);
  }

  /**
   * The server has answered the handshake; no byte of the client has come. A client that the kernel
   * does not know may be forged: it takes no room there before a request of it was let pass.
   */
  void opened(Flow flow, long nowNanos) {
    close(flow);
    boolean isOfCache = cache != null && flow.judge instanceof HttpFlow && !flow.mayBeCookie;
    if (isOfCache && cache.knows(flow.client, flow.user)) {
      // The first request acknowledges the handshake alone: it makes it complete.
      arm(flow, flow.answersEnd - 1, 1, nowNanos);
    }
  }

  private void arm(Flow flow, int acknowledged, int limit, long nowNanos) {
    flow.armedNanos = nowNanos;
    int next = flow.connection.nextSequence();
    flow.hitsSeen = 0;
    flow.isKernels = at(flow).arm(flow.client, flow.user, next, acknowledged, limit);
    flow.wasKernels |= flow.isKernels;
  }

  /** A request was let pass that the kernel knows: the next one may pass there. */
  void giveBack(Flow flow, int acknowledged, long nowNanos) {
    boolean mayHave =
        cache != null
            && !flow.isEnded
            && !flow.mayBeCookie
            && !flow.connection.wantsAcknowledgement();
    if (mayHave && flow.judge instanceof HttpFlow http && http.isAtRest()) {
      arm(flow, acknowledged, Integer.MAX_VALUE, nowNanos);
    }
  }

  /**
   * Takes a connection back for a packet of it.
   *
   * @return false if the packet is to be dropped, as the kernel has not let go of the connection:
   *     it came here before that had it
   */
  boolean takeBack(Flow flow, long nowNanos) {
    if (!flow.isKernels) {
      return true;
    }
    FlowState state = at(flow).read();
    if (state == FlowState.ARMED) {
      if (nowNanos - flow.armedNanos > UNDER_WAY_NANOS) {
        cache.endUnseen();
      }
      return false;
    }
    flow.isKernels = false;
    if (state == FlowState.TAKEN) {
      catchUp(flow);
    }
    return true;
  }

  /** True if the kernel has let requests pass that the worker does not know of yet. */
  boolean hasPassed(Flow flow) {
    return flow.isKernels && at(flow).read() != FlowState.ABSENT && cache.hits() > 0;
  }

  /** Looks whether requests have passed since the last look. */
  boolean isUsed(Flow flow) {
    if (!flow.isKernels || at(flow).read() == FlowState.ABSENT) {
      return false;
    }
    boolean isUsed = cache.hits() != flow.hitsSeen;
    flow.hitsSeen = cache.hits();
    return isUsed;
  }

  /** The connection is over: the kernel lets nothing of it pass any more. */
  void close(Flow flow) {
    if (!flow.wasKernels) {
      return;
    }
    if (flow.isKernels && at(flow).read() != FlowState.ABSENT) {
      catchUp(flow);
    }
    flow.isKernels = false;
    at(flow).remove();
    flow.wasKernels = false;
  }

  /** All connections of a client were closed; the next ones may be the kernel's again. */
  void closed(InetAddress client) {
    if (cache != null) {
      cache.taken(client);
    }
  }

  /** Goes on behind what has passed; of that, the last request is what may be repeated. */
  private void catchUp(Flow flow) {
    int hits = cache.hits();
    if (hits == 0) {
      return;
    }
    int next = cache.next();
    ByteBuffer memory = cache.last();
    int length = cache.lastLength();
    flow.connection.jump(next, memory, cache.lastOffset(), length);
    flow.isProven = true;
    flow.passedTo(next);
    flow.requests += hits;
    flow.isAnswerOwed = true;
    flow.answeredTo = cache.acknowledged();
    flow.knowsAnswersEnd = false;
    memory.get(cache.lastOffset(), last, 0, length);
    ((HttpFlow) flow.judge).passed(hits, last, length);
    counts.addRequests(hits);
  }
}
