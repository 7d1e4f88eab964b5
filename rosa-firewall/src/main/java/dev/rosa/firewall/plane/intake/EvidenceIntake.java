package dev.rosa.firewall.plane.intake;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.operator.LocalSocket;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of the reporters' socket: it takes evidence from Unix users that may claim its proof, and
 * tells them of bans. All input is bounded and what is refused is counted. Owns one thread;
 * thread-safe.
 */
public final class EvidenceIntake implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EvidenceIntake.class);
  private static final long PAUSE_MILLIS = 100;

  /** Every user may connect: the peer's credentials say what it may claim. */
  private static final String SOCKET_MODE = "rw-rw-rw-";

  private final LocalSocket socket;
  private final Selector selector;
  private final BoundedEvidenceQueue queue;
  private final IntakeCounts counts = new IntakeCounts(System::nanoTime);
  private final BanLines banLines;
  private final Reporters reporters;
  private final Thread thread = new Thread(this::run, "evidence-intake");
  private volatile boolean closed;

  private EvidenceIntake(
      LocalSocket socket, ReporterClaims claims, IntakeLimits limits, InstantSource clock)
      throws IOException {
    this.socket = socket;
    this.selector = Selector.open();
    this.queue = new BoundedEvidenceQueue(limits.queue());
    this.banLines = new BanLines(clock, limits.toldAtStart(), limits.unreadLines());
    this.reporters = new Reporters(selector, limits, claims, banLines, queue, counts);
    reporters.listen(socket.channel());
  }

  /**
   * Listens and begins to take evidence.
   *
   * @param path the socket; its folder is made if there is none
   * @param claims which user may claim which proof
   * @param clock of the times of bans
   * @throws IOException in one line if the socket cannot be had
   */
  public static EvidenceIntake open(
      Path path, ReporterClaims claims, IntakeLimits limits, InstantSource clock)
      throws IOException {
    LocalSocket socket = LocalSocket.listen(path, SOCKET_MODE);
    try {
      EvidenceIntake intake = new EvidenceIntake(socket, claims, limits, clock);
      intake.thread.setDaemon(true);
      intake.thread.start();
      return intake;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Evidence for the deciding thread. */
  public EvidenceQueue queue() {
    return queue;
  }

  /** Tells reporters of a ban, or of its new end. One that only limits a rate is not told. */
  public void tell(Ban ban) {
    if (ban.action() == Ban.Action.DROP) {
      banLines.ban(ban);
      selector.wakeup();
    }
  }

  /** Tells reporters that a source is not banned any more. */
  public void tellLifted(Source source) {
    banLines.lift(source);
    selector.wakeup();
  }

  /** The count of an event since the start. */
  public long counted(IntakeEvent event) {
    return counts.counted(event);
  }

  /** All counts by label. */
  public Map<String, Long> counts() {
    return counts.all();
  }

  /** Connections of reporters now. */
  public int connections() {
    return reporters.size();
  }

  /** Evidence that waits for the deciding thread. */
  public int waiting() {
    return queue.size();
  }

  private void run() {
    while (!closed) {
      try {
        reporters.turn();
      } catch (IOException | RuntimeException e) {
        // Such as too many open files: it may pass, and bans stay in force meanwhile.
        LOG.error("the reporters' socket failed, trying again: {}", e.toString());
        pause();
      }
    }
    reporters.end();
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      // The intake is being closed.
    }
  }

  /** Ends all connections and removes the socket; evidence that waits stays in the queue. */
  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    socket.close();
    selector.close();
  }
}
