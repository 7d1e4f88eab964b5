package dev.rosa.storage;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch for changes of a database by others, on one connection outside of the pool. A notification
 * is a hint to look early and carries nothing. A lost one delays a change until the next regular
 * look. Owns a thread.
 */
final class ChangeWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ChangeWatch.class);
  private static final int WAIT_MILLIS = 1_000;

  /** Notifications within this time are one: any account of the server may send them. */
  private static final int TOGETHER_MILLIS = 50;

  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long MOST_PAUSE_MILLIS = 10_000;

  private final Dialect dialect;
  private final Runnable hint;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "storage-changes");
  private boolean deaf;

  private ChangeWatch(Dialect dialect, Runnable hint) {
    this.dialect = dialect;
    this.hint = hint;
  }

  /**
   * Begins.
   *
   * @param hint called by one thread; must not wait
   */
  static ChangeWatch start(Dialect dialect, Runnable hint) {
    ChangeWatch watch = new ChangeWatch(dialect, hint);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void run() {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    boolean tells = true;
    while (tells && !isClosed()) {
      try {
        Optional<Notifications> opened = dialect.listen();
        tells = opened.isPresent();
        if (tells) {
          pauseMillis = FIRST_PAUSE_MILLIS;
          listen(opened.get());
        }
      } catch (SQLException | RuntimeException e) {
        say(e);
        pause(pauseMillis);
        pauseMillis = Math.min(MOST_PAUSE_MILLIS, 2 * pauseMillis);
      }
    }
  }

  private void listen(Notifications notifications) throws SQLException {
    try (notifications) {
      if (deaf) {
        LOG.info("{}: changes by others are told again", dialect.name());
      }
      deaf = false;
      // Changes before this were told to none.
      hint.run();
      while (!isClosed()) {
        if (notifications.await(WAIT_MILLIS)) {
          hint.run();
          pause(TOGETHER_MILLIS);
        }
      }
    }
  }

  private void say(Exception failure) {
    if (!deaf && !isClosed()) {
      LOG.warn(
          "{}: changes by others are not told, and are found when it is looked for them: {}",
          dialect.name(),
          String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
    }
    deaf = true;
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause(long millis) {
    try {
      boolean unused = closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closed.countDown();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(2L * WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
