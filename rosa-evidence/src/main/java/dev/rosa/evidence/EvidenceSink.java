package dev.rosa.evidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sink for evidence: it hands what an application reports to a firewall plane on this machine, and
 * knows the sources that the plane has banned. Needs no privilege. An absent, slow or hung plane
 * costs the application nothing: evidence is dropped then, and counted. Any thread may use it; a
 * daemon thread of its own talks to the plane.
 */
public final class EvidenceSink implements AutoCloseable {

  /**
   * Bounds of a sink.
   *
   * @param waiting most evidence that waits for the plane
   * @param patience age from which evidence is dropped
   * @param firstPause pause before it connects again; it doubles each time
   * @param longestPause longest such pause
   */
  public record Bounds(int waiting, Duration patience, Duration firstPause, Duration longestPause) {

    /** Bounds for a server: evidence waits for longer than it takes to notice a new plane. */
    public static Bounds usual() {
      return new Bounds(
          4096, Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1));
    }
  }

  private final UnixDomainSocketAddress plane;
  private final Bounds bounds;
  private final WaitingEvidence waiting;
  private final BannedSources banned = new BannedSources(System::nanoTime);
  private final Selector selector;
  private final Thread thread;

  /** True if the thread has been woken and has not looked yet. */
  private final AtomicBoolean woken = new AtomicBoolean();

  private volatile boolean closed;
  private volatile boolean connected;
  private volatile boolean finishing;

  /** Counts of refused evidence by reason; null: the plane has not ended the connection yet. */
  private volatile Map<String, Long> refused;

  // The thread's; others only read them.
  private volatile long sent;
  private volatile long lost;
  private volatile long connections;

  private EvidenceSink(Path socket, Bounds bounds) throws IOException {
    this.plane = UnixDomainSocketAddress.of(socket);
    this.bounds = bounds;
    this.waiting = new WaitingEvidence(bounds.waiting(), bounds.patience().toNanos());
    this.selector = Selector.open();
    this.thread = new Thread(this::run, "evidence-sink");
    thread.setDaemon(true);
  }

  /**
   * Starts a sink; the plane need not be there.
   *
   * @param socket the plane's socket for reporters
   */
  public static EvidenceSink open(Path socket) {
    return open(socket, Bounds.usual());
  }

  /** Starts a sink with other bounds. */
  public static EvidenceSink open(Path socket, Bounds bounds) {
    try {
      EvidenceSink sink = new EvidenceSink(socket, bounds);
      sink.thread.start();
      return sink;
    } catch (IOException e) {
      throw new UncheckedIOException("no selector can be had", e);
    }
  }

  /** Reports evidence, without waiting; what the plane does not get is counted. */
  public void report(Evidence evidence) {
    waiting.add(evidence, System.nanoTime());
    if (connected && woken.compareAndSet(false, true)) {
      selector.wakeup();
    }
  }

  /**
   * Waits until all that was reported is sent or dropped: for programs that end after a report.
   *
   * @return false if it took longer than that
   */
  public boolean settle(Duration most) throws InterruptedException {
    long began = System.nanoTime();
    while (!isSettled()) {
      if (System.nanoTime() - began > most.toNanos()) {
        return false;
      }
      Thread.sleep(1);
    }
    return true;
  }

  private boolean isSettled() {
    SinkCounts counts = counts();
    return counts.sent() + counts.dropped() >= counts.reported();
  }

  /**
   * Ends the connection in order, for programs that end after a report: all that was reported is
   * sent, and the plane has taken or refused it. The sink takes no evidence any more.
   *
   * @return evidence that the plane has refused, by its words for the reason; empty: it took longer
   *     than that
   */
  public Optional<Map<String, Long>> finish(Duration most) throws InterruptedException {
    finishing = true;
    selector.wakeup();
    long began = System.nanoTime();
    while (refused == null && System.nanoTime() - began <= most.toNanos()) {
      Thread.sleep(1);
    }
    return Optional.ofNullable(refused);
  }

  /** True if the plane has told that this source is banned now: refuse it. */
  public boolean isBanned(InetAddress source) {
    return banned.contains(source);
  }

  /** Counts of the evidence so far, by its fate. */
  public SinkCounts counts() {
    return new SinkCounts(waiting.added(), sent, waiting.refused() + lost, connections, connected);
  }

  private void run() {
    Duration pause = bounds.firstPause();
    while (!closed && refused == null) {
      boolean greeted = talk();
      pause = greeted ? bounds.firstPause() : pause;
      if (!closed && refused == null) {
        sleep(pause);
        pause = longer(pause);
      }
    }
  }

  private Duration longer(Duration pause) {
    Duration next = pause.multipliedBy(2);
    return next.compareTo(bounds.longestPause()) < 0 ? next : bounds.longestPause();
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      // The sink is being closed.
    }
  }

  /** One connection from its beginning to its end; true if it was with a plane. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // This thread alone writes.
  private boolean talk() {
    PlaneConnection connection = null;
    try {
      connection = PlaneConnection.open(plane, selector, this::greeted, banned::take);
      while (!closed) {
        turn(connection);
      }
    } catch (IOException | RuntimeException e) {
      // An absent plane is no failure of the application; the counts show it.
    } finally {
      connected = false;
      close(connection);
    }
    if (connection == null) {
      return false;
    }
    lost += connection.unsent();
    if (connection.isEnded()) {
      refused = Map.copyOf(connection.refused());
    }
    return connection.isGreeted();
  }

  private void turn(PlaneConnection connection) throws IOException {
    selector.select();
    selector.selectedKeys().clear();
    woken.set(false);
    connection.read();
    if (connection.isGreeted() && !connection.isOutputEnded()) {
      send(connection);
    }
  }

  /** Forgets bans of an earlier connection, which may have been lifted since. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // This thread alone writes.
  private void greeted() {
    banned.clear();
    connections++;
    connected = true;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // This thread alone writes.
  private void send(PlaneConnection connection) throws IOException {
    boolean more = true;
    while (more) {
      more = fill(connection);
      sent += connection.flush();
      more &= connection.unsent() == 0;
    }
    if (finishing && isSettled()) {
      connection.endOutput();
    }
  }

  /** True if there may be more than found room. */
  private boolean fill(PlaneConnection connection) {
    long now = System.nanoTime();
    while (connection.hasRoom()) {
      Evidence next = waiting.take(now);
      if (next == null) {
        return false;
      }
      connection.add(next);
    }
    return true;
  }

  /** A channel that a selector knows is open until the selector has forgotten it. */
  private void close(PlaneConnection connection) {
    try {
      if (connection != null) {
        connection.close();
        selector.selectNow();
      }
    } catch (IOException e) {
      // Nothing is left to be done with it.
    }
  }

  /** Ends it; evidence that waits is dropped. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
      selector.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The thread has ended; nothing is left to be done with it.
    }
  }
}
