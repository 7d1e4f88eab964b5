package dev.rosa.firewall.keeper;

import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.kernel.process.ChildProcess;
import dev.rosa.kernel.process.Descriptors;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Role's side of a running keeper process: it reads its reports, asks it for signs of life, and
 * tells it to end. Thread-safe.
 */
public final class RunningKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(RunningKeeper.class);

  private static final long END_MILLIS = 5_000;
  private static final long ASK_MILLIS = 1_000;

  private final KeeperProcess keeper;
  private final Listener listener;
  private final OutputStream toKeeper;
  private final KeeperWatchdog watchdog = new KeeperWatchdog();
  private final Thread reader;
  private volatile PlanReport report = new PlanReport(false, 0, 0);
  private volatile NftFigures figures = NftFigures.NONE;
  private volatile boolean closing;
  private volatile boolean ended;
  private volatile boolean lost;

  /** Listener to what is no report. Called by the keeper's threads. */
  public interface Listener {

    /** The keeper could not go on, for this reason. */
    void failed(String sentence);

    /** The keeper has taken away what it kept. */
    void tookAway();

    /** The keeper has ended and was not told to. */
    void lost();

    /** The keeper does not answer any more. */
    void hangs();

    /** The keeper answers again. */
    void answersAgain();
  }

  private RunningKeeper(KeeperProcess keeper, Listener listener) throws IOException {
    this.keeper = keeper;
    this.listener = listener;
    this.toKeeper = Descriptors.writer(keeper.to());
    this.reader = new Thread(this::read, "keeper");
    reader.setDaemon(true);
  }

  /** Begins to read and to ask. */
  public static RunningKeeper watch(KeeperProcess keeper, Listener listener) throws IOException {
    RunningKeeper running = new RunningKeeper(keeper, listener);
    running.reader.start();
    Thread watch = new Thread(running::askRegularly, "keeper-watch");
    watch.setDaemon(true);
    watch.start();
    return running;
  }

  private void read() {
    try (PipeLines lines =
        new PipeLines(
            new BufferedInputStream(Descriptors.reader(keeper.from())),
            KeeperMessage.LONGEST_BYTES)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        KeeperMessage.parse(line).ifPresent(this::take);
      }
    } catch (IOException e) {
      LOG.warn("the keeper's pipe broke: {}", e.getMessage());
    } finally {
      ended();
    }
  }

  private void take(KeeperMessage message) {
    switch (message.kind()) {
      case REPORT -> report = PlanReport.parse(message.text());
      case FIGURES -> figures = NftFigures.parse(message.text());
      case FAILED -> listener.failed(message.text());
      case TAKEN_AWAY -> listener.tookAway();
      case KEEPING -> {
        if (watchdog.answered()) {
          listener.answersAgain();
        }
      }
      case READY -> LOG.debug("the keeper is ready twice");
    }
  }

  private void ended() {
    ended = true;
    ChildProcess.reap((int) keeper.pid());
    if (!closing) {
      lost = true;
      listener.lost();
    }
  }

  private void askRegularly() {
    try {
      while (!closing && !ended) {
        Thread.sleep(ASK_MILLIS);
        if (watchdog.mayAsk(System.nanoTime())) {
          ask();
        }
        if (watchdog.beginsToHang(System.nanoTime())) {
          listener.hangs();
        }
      }
    } catch (IOException e) {
      LOG.debug("the keeper's pipe broke", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ask() throws IOException {
    if (!closing) {
      send(RoleMessage.ASK);
    }
  }

  private void send(RoleMessage message) throws IOException {
    toKeeper.write((message.line() + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** True unless the keeper has ended by itself, or hangs. */
  public boolean isKeeping() {
    return !lost && !watchdog.hangs();
  }

  /** The last report. */
  public PlanReport report() {
    return report;
  }

  /** The last figures of its rules. */
  public NftFigures figures() {
    return figures;
  }

  /**
   * Lets the keeper end, and waits for that.
   *
   * @param orderly whether it takes everything away; else rules for a role that is gone stay
   * @throws IOException in one line if it has not done so
   */
  public void end(boolean orderly) throws IOException {
    closing = true;
    if (!ended) {
      hangUp(orderly);
      awaitEnd(orderly);
    } else if (orderly) {
      throw new IOException("the keeper had ended before: what it left in force stays");
    }
  }

  private synchronized void hangUp(boolean orderly) throws IOException {
    try (toKeeper) {
      if (orderly) {
        send(RoleMessage.BYE);
      }
    }
  }

  private void awaitEnd(boolean orderly) throws IOException {
    try {
      reader.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (reader.isAlive() && orderly) {
      throw new IOException(
          "the keeper has not ended within %d ms: link and rules stay until it does"
              .formatted(END_MILLIS));
    }
  }
}
