package dev.rosa.proxy.relay;

import dev.rosa.config.ConfigException;
import dev.rosa.kernel.socket.TransparentListener;
import dev.rosa.kernel.socket.TransparentPool;
import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relay of the connections of one protocol, which nft's {@code tproxy} hands over. The protocol
 * connects to the server from the client's address. It needs no privilege, as its sockets are there
 * before. Owns its threads; {@link #close} ends all sessions.
 */
public final class Relay implements AutoCloseable, WatchedPart {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final int LOOK_MILLIS = 500;
  private static final int REFUSAL_MILLIS = 1_000;
  private static final int END_MILLIS = 50;
  private static final int MOST_LOOKS = 40;

  private final TransparentListener listener;
  private final TransparentPool pool;
  private final RelayedProtocol protocol;
  private final RelayLimits limits;
  private final ExecutorService threads;
  private final Thread accepting;
  private final SessionCounts counts;
  private final Set<TransparentSocket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean closing;

  private Relay(RelaySockets sockets, RelayedProtocol protocol, RelayLimits limits) {
    listener = sockets.listener();
    pool = sockets.pool();
    this.protocol = protocol;
    this.limits = limits;
    counts = new SessionCounts(limits);
    threads = Executors.newCachedThreadPool(this::daemon);
    accepting = daemon(this::accept);
  }

  private Thread daemon(Runnable work) {
    Thread thread = new Thread(work, protocol.name());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to take sessions.
   *
   * @param sockets which it closes; two families need two relays
   */
  public static Relay start(RelaySockets sockets, RelayedProtocol protocol, RelayLimits limits) {
    Relay relay = new Relay(sockets, protocol, limits);
    relay.accepting.start();
    return relay;
  }

  /** Sessions that are open. */
  public int sessions() {
    return counts.all();
  }

  /** Sessions that were refused as there were too many, or as their server has not answered. */
  public long refused() {
    return refused.get();
  }

  private void accept() {
    while (!closing) {
      try {
        Optional<TransparentListener.Accepted> accepted = listener.accept(LOOK_MILLIS);
        accepted.ifPresent(this::begin);
      } catch (IOException e) {
        if (closing) {
          return;
        }
        LOG.warn(
            "the relay of {} cannot take a session: {}",
            protocol.name(),
            ConfigException.oneLine(e));
        pause();
      }
    }
  }

  /** Descriptors or memory are short: they come back when sessions end. */
  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(TransparentListener.Accepted accepted) {
    InetAddress client = accepted.peer().getAddress();
    if (!counts.add(client)) {
      refuse(accepted.socket(), protocol.tooMany());
      return;
    }
    threads.execute(
        () -> {
          try {
            relay(accepted.socket(), accepted.peer());
          } finally {
            counts.remove(client);
          }
        });
  }

  private void refuse(TransparentSocket client, byte[] answer) {
    refused.incrementAndGet();
    try (client) {
      client.write(answer, REFUSAL_MILLIS);
    } catch (IOException e) {
      noteEnd(e);
    }
  }

  private void noteEnd(IOException e) {
    LOG.debug("a session of {} ended: {}", protocol.name(), ConfigException.oneLine(e));
  }

  private void relay(TransparentSocket client, InetSocketAddress peer) {
    open.add(client);
    try (client) {
      InetSocketAddress server = client.local();
      Optional<TransparentSocket> upstream = pool.take();
      if (server.getPort() == listener.address().getPort() || upstream.isEmpty()) {
        // Meant for the relay itself, or no socket is left.
        refuse(client, protocol.refusal());
        return;
      }
      serve(new RelayedConnection(client, peer, upstream.get(), server, limits.connectMillis()));
    } catch (IOException e) {
      noteEnd(e);
    } finally {
      open.remove(client);
    }
  }

  private void serve(RelayedConnection connection) throws IOException {
    open.add(connection.upstream());
    try {
      if (!protocol.serve(connection)) {
        refused.incrementAndGet();
      }
    } finally {
      open.remove(connection.upstream());
      pool.giveBack(connection.upstream());
    }
  }

  /** One that has just begun may have no socket to end yet. */
  private void endSessions() throws InterruptedException {
    boolean haveEnded = false;
    for (int looks = 0; looks < MOST_LOOKS && !haveEnded; looks++) {
      open.forEach(TransparentSocket::interrupt);
      haveEnded = threads.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public boolean hasFailed() {
    return !closing && !accepting.isAlive();
  }

  /** Ends all sessions. */
  @Override
  public void close() throws IOException {
    closing = true;
    listener.interrupt();
    try {
      accepting.join();
      threads.shutdown();
      endSessions();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.close();
    pool.close();
  }
}
