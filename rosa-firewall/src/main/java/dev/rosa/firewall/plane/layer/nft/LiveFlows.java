package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.flow.TcpFlows;
import dev.rosa.kernel.flow.TrackedFlows;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of live flows of sources that are banned already: TCP sockets and tracked connections.
 * The kernel's tables may be long, so they are read for many sources at once, and a tenth of the
 * time at most. One thread's.
 */
final class LiveFlows implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LiveFlows.class);

  /** More are banned faster than their flows can be found; their packets are dropped anyway. */
  private static final int MOST_WAITING = 100_000;

  private static final int REST = 9;

  private final TcpFlows sockets;
  private final TrackedFlows tracked;
  private final LongSupplier nanoTime;
  private final Set<Source> waiting = new LinkedHashSet<>();
  private long nextNanos;
  private boolean hasFailed;

  private LiveFlows(TcpFlows sockets, TrackedFlows tracked, LongSupplier nanoTime) {
    this.sockets = sockets;
    this.tracked = tracked;
    this.nanoTime = nanoTime;
    this.nextNanos = nanoTime.getAsLong();
  }

  /** Gets ready to end flows, in this thread's network namespace. */
  static LiveFlows open(LongSupplier nanoTime) throws IOException {
    TcpFlows sockets = TcpFlows.open();
    try {
      return new LiveFlows(sockets, TrackedFlows.open(), nanoTime);
    } catch (IOException e) {
      sockets.close();
      throw e;
    }
  }

  /** Notes a source whose packets are dropped from now on. */
  void add(Source source) {
    if (source.family() != Source.Family.MAC && waiting.size() < MOST_WAITING) {
      waiting.add(source);
    }
  }

  /** Forgets a source whose ban is lifted. */
  void remove(Source source) {
    waiting.remove(source);
  }

  /** Ends the flows of noted sources; a failure is logged once. */
  void tend() {
    long began = nanoTime.getAsLong();
    if (waiting.isEmpty() || began - nextNanos < 0) {
      return;
    }
    Peers peers = new Peers(waiting);
    waiting.clear();
    try {
      int ended = sockets.end(peers) + tracked.end(peers);
      LOG.debug("ended {} live flows", ended);
      hasFailed = false;
    } catch (IOException e) {
      if (!hasFailed) {
        LOG.warn("live flows of banned sources are not ended: {}", ConfigException.oneLine(e));
      }
      hasFailed = true;
    }
    long now = nanoTime.getAsLong();
    nextNanos = now + REST * (now - began);
  }

  @Override
  public void close() throws IOException {
    try (tracked) {
      sockets.close();
    }
  }
}
