package dev.rosa.divert;

import dev.rosa.config.Commands;
import dev.rosa.config.HangUp;
import dev.rosa.kernel.process.ChildProcess;
import dev.rosa.kernel.process.PrivateJvm;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keeper as a process of its own, a router's child. Its standard input is a pipe that ends with
 * the router, however that ends. {@code bye} comes before an orderly end, and {@code ?} asks
 * whether the keeper still keeps. Standard output begins with one line {@code ready MAC} or {@code
 * error SENTENCE}. Then come {@code state} and a report with every change, {@code keeping} for
 * every {@code ?}, and {@code taken away} at the end. Standard error is the router's. A line too
 * long counts as the router's end.
 */
final class RouterKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(RouterKeeper.class);

  /** The router's last message before it ends as it should. */
  static final String BYE = "bye";

  /** The router's question, never sent twice before it is answered. */
  static final String ASK = "?";

  static final String KEEPING = "keeping";
  static final String TAKEN_AWAY = "taken away";
  static final String READY = "ready ";
  static final String ERROR = "error ";
  static final String STATE = "state ";

  /** More than the router ever says. */
  private static final int LONGEST_LINE = 16;

  private static final int FAILED = 1;

  /** A router that is asked to end together with its keeper needs so long at most. */
  private static final long COURTESY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PATIENCE_SECONDS = 10;

  private final PrintStream toRouter =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final RouterLife life = new RouterLife(toRouter);

  private RouterKeeper() {}

  /** Keeps the plan that the arguments are until the router has ended. */
  public static void main(String[] args) {
    // It may be sent to all processes of a service.
    HangUp.survive(() -> LOG.info(HangUp.LINE));
    PrivateJvm.loadFromLibraryFolder();
    Runtime.getRuntime().halt(new RouterKeeper().keep(List.of(args)));
  }

  private int keep(List<String> arguments) {
    try {
      ChildProcess.leaveTerminal();
      life.watch();
      Plan plan = Plan.parse(arguments);
      new KeeperLoop(plan, LinuxKernel.open(), new LogAndReport(toRouter), life)
          .run(mac -> toRouter.println(READY + mac));
      toRouter.println(TAKEN_AWAY);
      return 0;
    } catch (IOException | RuntimeException | Error e) {
      toRouter.println(ERROR + Commands.oneLine(e));
      return FAILED;
    } finally {
      life.done.countDown();
    }
  }

  /** Events as log lines, and what concerns the router for the router. */
  private record LogAndReport(PrintStream toRouter) implements Events {
    @Override
    public void info(String sentence) {
      LOG.info("{}", sentence);
    }

    @Override
    public void warn(String sentence) {
      LOG.warn("{}", sentence);
    }

    @Override
    public void report(Report report) {
      toRouter.println(STATE + report.text());
    }
  }

  /** Life of the router, and the signal that ends this process without it. */
  private static final class RouterLife implements KeeperLoop.Ending {

    private final CountDownLatch done = new CountDownLatch(1);
    private final PrintStream toRouter;
    private volatile boolean gone;
    private volatile boolean saidBye;
    private volatile boolean told;
    private volatile long toldNanos;
    private volatile boolean asked;

    RouterLife(PrintStream toRouter) {
      this.toRouter = toRouter;
    }

    void watch() {
      PipeLines lines = new PipeLines(System.in, LONGEST_LINE);
      Thread reader = new Thread(() -> read(lines), "router");
      reader.setDaemon(true);
      reader.start();
      Runtime.getRuntime().addShutdownHook(new Thread(this::beTold, "stop"));
    }

    /** Reads until the router is gone: its pipe has ended, or a line of it is too long. */
    private void read(PipeLines lines) {
      try (lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
          hear(line);
        }
      } catch (IOException e) {
        LOG.warn("the router's pipe broke: {}", e.getMessage());
      } finally {
        gone = true;
      }
    }

    private void hear(String line) {
      if (line.equals(ASK)) {
        asked = true;
      } else if (line.equals(BYE)) {
        saidBye = true;
      }
    }

    /** SIGTERM, perhaps to all of a service at once: the router goes first if it does so soon. */
    private void beTold() {
      toldNanos = System.nanoTime();
      told = true;
      try {
        done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public boolean hasCome() {
      return gone || (told && System.nanoTime() - toldNanos > COURTESY_NANOS);
    }

    @Override
    public boolean isOrderly() {
      return saidBye;
    }

    @Override
    public void turned() {
      if (asked) {
        asked = false;
        toRouter.println(KEEPING);
      }
    }
  }
}
