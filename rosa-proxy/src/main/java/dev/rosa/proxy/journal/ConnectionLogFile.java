package dev.rosa.proxy.journal;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.proxy.rules.LogConfig;
import dev.rosa.serving.WatchedPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of connections and requests as lines of JSON in a file. Entries wait in a bounded queue for a
 * thread of its own. What finds no room there, or on the disk, is counted, and a line says so as
 * soon as there is room. Thread-safe.
 */
public final class ConnectionLogFile implements ConnectionLog, AutoCloseable, WatchedPart {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLogFile.class);
  private static final int MOST_WAITING = 8_192;
  private static final int MOST_BATCH_BYTES = 64 * 1024;
  private static final long STOP_MILLIS = 5_000;
  private static final long LOOK_MILLIS = 200;
  private static final long GATHER_MILLIS = 5;

  private final BlockingQueue<Object> waiting;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final RotatedFile file;
  private final Path path;
  private final JournalLines lines;
  private final InstantSource clock;
  private final Thread thread = new Thread(this::run, "log");
  private volatile boolean closing;

  /**
   * The thread's alone: how many lost lines the file tells of, and whether it cannot be written.
   */
  private long toldLost;

  private boolean failing;

  private ConnectionLogFile(LogConfig config, int mostWaiting, InstantSource clock) {
    this.waiting = new ArrayBlockingQueue<>(mostWaiting);
    this.path = config.file();
    this.file = new RotatedFile(path, config.maxBytes().bytes(), config.files());
    this.lines = new JournalLines(config.queries());
    this.clock = clock;
    thread.setDaemon(true);
  }

  /**
   * Opens the log and begins to write.
   *
   * @throws IOException in one line if the file cannot be written to
   */
  public static ConnectionLogFile open(LogConfig config) throws IOException {
    ConnectionLogFile log = prepared(config, MOST_WAITING, InstantSource.system());
    log.thread.start();
    return log;
  }

  /** A log that does not write yet. */
  static ConnectionLogFile prepared(LogConfig config, int mostWaiting, InstantSource clock)
      throws IOException {
    ConnectionLogFile log = new ConnectionLogFile(config, mostWaiting, clock);
    try {
      log.file.append(new byte[0]);
      return log;
    } catch (IOException e) {
      throw new IOException(
          config.file() + ": cannot be written: " + ConfigException.oneLine(e), e);
    }
  }

  /** Reports at its place that a log's file could not be written to; changes nothing. */
  public static void check(ConfigPlace place, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    Path there = folder;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      place.error("is in %s, which is no folder, expected one".formatted(there));
    } else if (Files.exists(file) && !Files.isRegularFile(file)) {
      place.error("is %s, which is no file, expected one or none".formatted(file));
    } else if (!Files.isWritable(there) && there.equals(folder)) {
      place.error("is in %s, where this user may not write".formatted(folder));
    } else if (!Files.isWritable(there)) {
      place.warn("is in %s, which is not there, and this user may not make it".formatted(folder));
    } else if (Files.exists(file) && !Files.isWritable(file)) {
      place.error("is %s, which this user may not write to".formatted(file));
    }
  }

  @Override
  public void request(RequestEntry entry) {
    take(entry);
  }

  @Override
  public void ended(ConnectionEntry entry) {
    take(entry);
  }

  private void take(Object entry) {
    if (closing || !waiting.offer(entry)) {
      lost.incrementAndGet();
    }
  }

  /** Lines that were lost since the start, whether the file tells of them yet or not. */
  public long lost() {
    return lost.get();
  }

  /** Lines that were written since the start. */
  public long written() {
    return written.get();
  }

  private void run() {
    while (!closing || !waiting.isEmpty()) {
      try {
        Object first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        writeBatch(first);
        if (first != null && waiting.isEmpty() && !closing) {
          // Lines that come meanwhile wake no thread, and are written in one piece.
          TimeUnit.MILLISECONDS.sleep(GATHER_MILLIS);
        }
      } catch (InterruptedException e) {
        // The end was asked for: what waits is still written.
        closing = true;
      }
    }
  }

  /** Writes what waits, up to a size, in one piece; {@code first} may be null. */
  void writeBatch(Object first) {
    ByteArrayOutputStream batch = new ByteArrayOutputStream();
    long nowLost = lost.get();
    if (nowLost > toldLost) {
      batch.writeBytes(lines.ofLost(nowLost - toldLost, clock.millis()));
    }
    int entries = 0;
    for (Object entry = first;
        entry != null;
        entry = batch.size() < MOST_BATCH_BYTES ? waiting.poll() : null) {
      batch.writeBytes(
          entry instanceof RequestEntry request
              ? lines.of(request)
              : lines.of((ConnectionEntry) entry));
      entries++;
    }
    if (batch.size() > 0) {
      write(batch.toByteArray(), entries, nowLost);
    }
  }

  private void write(byte[] batch, int entries, long nowLost) {
    try {
      file.append(batch);
      written.addAndGet(entries);
      toldLost = nowLost;
      failing = false;
    } catch (IOException e) {
      lost.addAndGet(entries);
      if (!failing) {
        LOG.error("{}: lines are lost: {}", path, ConfigException.oneLine(e));
      }
      failing = true;
    }
  }

  @Override
  public boolean hasFailed() {
    return !closing && !thread.isAlive();
  }

  /** Writes what waits, for some seconds at most, and ends. */
  @Override
  public void close() throws IOException {
    closing = true;
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    file.close();
  }
}
