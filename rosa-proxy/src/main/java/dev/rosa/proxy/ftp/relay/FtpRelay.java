package dev.rosa.proxy.ftp.relay;

import dev.rosa.config.ConfigException;
import dev.rosa.kernel.socket.TransparentListener;
import dev.rosa.kernel.socket.TransparentPool;
import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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
 * Relay of FTP's control connections, which nft's {@code tproxy} hands over. It connects to the
 * server from the client's address. It needs no privilege, as its sockets are there before. Owns
 * its threads; {@link #close} ends all sessions.
 */
public final class FtpRelay implements AutoCloseable, WatchedPart {
  private static final Logger LOG = LoggerFactory.getLogger(FtpRelay.class);
  private static final int LOOK_MILLIS = 500;
  private static final int REFUSAL_MILLIS = 1_000;
  private static final int END_MILLIS = 50;
  private static final int MOST_LOOKS = 40;

  private final TransparentListener listener;
  private final TransparentPool pool;
  private final SessionPolicy.Maker policies;
  private final Holes holes;
  private final RelayLimits limits;
  private final ExecutorService threads = Executors.newCachedThreadPool(FtpRelay::daemon);
  private final Thread accepting = daemon(this::accept);
  private final SessionCounts counts;
  private final Set<TransparentSocket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean closing;

  private FtpRelay(
      TransparentListener listener,
      TransparentPool pool,
      SessionPolicy.Maker policies,
      Holes holes,
      RelayLimits limits) {
    this.listener = listener;
    this.pool = pool;
    this.policies = policies;
    this.holes = holes;
    this.limits = limits;
    counts = new SessionCounts(limits);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ftp");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to take sessions.
   *
   * @param sockets which it closes; two families need two relays
   */
  public static FtpRelay start(
      RelaySockets sockets, SessionPolicy.Maker policies, Holes holes, RelayLimits limits) {
    FtpRelay relay = new FtpRelay(sockets.listener(), sockets.pool(), policies, holes, limits);
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
        LOG.warn("the FTP relay cannot take a session: {}", ConfigException.oneLine(e));
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
      refuse(accepted.socket(), "421 too many sessions, closing");
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

  private void refuse(TransparentSocket client, String reply) {
    refused.incrementAndGet();
    try (client) {
      client.write((reply + "\r\n").getBytes(StandardCharsets.US_ASCII), REFUSAL_MILLIS);
    } catch (IOException e) {
      LOG.debug("a refused session ended: {}", ConfigException.oneLine(e));
    }
  }

  private void relay(TransparentSocket client, InetSocketAddress peer) {
    open.add(client);
    try (client) {
      InetSocketAddress server = client.local();
      Optional<TransparentSocket> upstream = pool.take();
      if (server.getPort() == listener.address().getPort() || upstream.isEmpty()) {
        // Meant for the relay itself, or no socket is left.
        refuse(client, "421 refused, closing");
        return;
      }
      try {
        relay(client, peer, upstream.get(), server);
      } finally {
        open.remove(upstream.get());
        pool.giveBack(upstream.get());
      }
    } catch (IOException e) {
      LOG.debug("an FTP session ended: {}", ConfigException.oneLine(e));
    } finally {
      open.remove(client);
    }
  }

  private void relay(
      TransparentSocket client,
      InetSocketAddress peer,
      TransparentSocket upstream,
      InetSocketAddress server)
      throws IOException {
    SessionPolicy policy = policies.of(peer, server);
    Optional<String> refusal = policy.refusal();
    if (refusal.isEmpty()) {
      refusal = connect(upstream, peer, server);
    }
    if (refusal.isPresent()) {
      refuse(client, refusal.get());
      policy.ended(0, 0);
      return;
    }
    open.add(upstream);
    RelayEnd clientEnd = new RelayEnd(client, limits.writeMillis());
    RelayEnd serverEnd = new RelayEnd(upstream, limits.writeMillis());
    try {
      new FtpSession(
              clientEnd, serverEnd, peer.getAddress(), server.getAddress(), policy, holes, limits)
          .run();
      clientEnd.finish();
      serverEnd.finish();
    } finally {
      policy.ended(serverEnd.written(), clientEnd.written());
    }
  }

  /** Connects to the server; the reply to the client if that cannot be. */
  private Optional<String> connect(
      TransparentSocket upstream, InetSocketAddress peer, InetSocketAddress server) {
    try {
      upstream.connect(new InetSocketAddress(peer.getAddress(), 0), server, limits.connectMillis());
      return Optional.empty();
    } catch (IOException e) {
      LOG.debug("no connection to {}: {}", server, ConfigException.oneLine(e));
      return Optional.of("421 the server cannot be reached, closing");
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
