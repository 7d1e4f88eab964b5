package dev.rosa.firewall.keeper;

import dev.rosa.command.HangUp;
import dev.rosa.config.ConfigException;
import dev.rosa.kernel.process.ChildProcess;
import dev.rosa.kernel.process.PipeRoom;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.network.LinuxKernel;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main loop of a keeper's process, which a role starts as its child. Its standard input is a pipe
 * that ends with the role, however that ends, and brings {@link RoleMessage}s. Its standard output
 * takes {@link KeeperMessage}s, its standard error is the role's. A line too long counts as the
 * role's end.
 */
public final class RoleKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(RoleKeeper.class);

  private static final int FAILED = 1;

  /** A role that is asked to end together with its keeper needs so long at most. */
  private static final long COURTESY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PATIENCE_SECONDS = 10;

  private static final int STANDARD_OUTPUT = 1;

  private final RoleOutbox toRole =
      new RoleOutbox(
          PipeRoom.of(STANDARD_OUTPUT),
          new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)
              ::println);
  private final RoleEvents events = new RoleEvents(toRole::send);
  private final RoleLife life = new RoleLife(events, toRole);

  private RoleKeeper() {}

  /** Keeps a plan until the role has ended; then ends the process. */
  public static void run(Supplier<Plan> plan) {
    // It may be sent to all processes of a service.
    HangUp.survive(() -> LOG.info(HangUp.LINE));
    PrivateJvm.loadFromLibraryFolder();
    Runtime.getRuntime().halt(new RoleKeeper().keep(plan));
  }

  private int keep(Supplier<Plan> plan) {
    try {
      // It has capabilities, and leaves no core dump.
      Privileges.forbidTracing();
      ChildProcess.leaveTerminal();
      life.watch();
      new KeeperLoop(plan.get(), LinuxKernel.open(), events, life).run(events::ready);
      toRole.send(KeeperMessage.of(KeeperMessage.Kind.TAKEN_AWAY));
      return 0;
    } catch (IOException | RuntimeException | Error e) {
      toRole.send(new KeeperMessage(KeeperMessage.Kind.FAILED, ConfigException.oneLine(e)));
      return FAILED;
    } finally {
      life.done.countDown();
    }
  }

  /** Life of the role, and the signal that ends this process without it. */
  private static final class RoleLife implements KeeperLoop.Ending {

    private final CountDownLatch done = new CountDownLatch(1);
    private final RoleEvents events;
    private final RoleOutbox toRole;
    private volatile boolean gone;
    private volatile boolean saidBye;
    private volatile boolean told;
    private volatile long toldNanos;
    private volatile boolean asked;

    RoleLife(RoleEvents events, RoleOutbox toRole) {
      this.events = events;
      this.toRole = toRole;
    }

    void watch() {
      PipeLines lines = new PipeLines(System.in, RoleMessage.LONGEST_BYTES);
      Thread reader = new Thread(() -> read(lines), "role");
      reader.setDaemon(true);
      reader.start();
      Runtime.getRuntime().addShutdownHook(new Thread(this::beTold, "stop"));
    }

    /** Reads until the role is gone: its pipe has ended, or a line of it is too long. */
    private void read(PipeLines lines) {
      try (lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
          RoleMessage.parse(line).ifPresent(this::hear);
        }
      } catch (IOException e) {
        LOG.warn("the role's pipe broke: {}", e.getMessage());
      } finally {
        gone = true;
      }
    }

    private void hear(RoleMessage message) {
      switch (message) {
        case ASK -> asked = true;
        case BYE -> saidBye = true;
      }
    }

    /** SIGTERM, perhaps to all of a service at once: the role goes first if it does so soon. */
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

    /** Asked once, at the end. */
    @Override
    public boolean isOrderly() {
      if (told && !gone) {
        LOG.warn("told to end by a signal, while the role runs");
      }
      return saidBye;
    }

    @Override
    public void turned() {
      if (asked) {
        asked = false;
        events.answer();
      }
      toRole.flush();
    }
  }
}
