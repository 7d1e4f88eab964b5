package dev.rosa.client.endpoint;

import dev.rosa.config.ConfigException;
import dev.rosa.session.SettledClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of the sequence numbers that a Destination has delivered, in a file, so that none is
 * delivered again after a restart. Numbers are reserved there before packets with them are
 * delivered: after a crash those that were reserved and not used are lost. The file is written for
 * all sessions together, a few times a second at most, and a session causes one writing a second;
 * both may do several at once after a pause. So no Source keeps the Destination at the disk. Owned
 * by one thread.
 */
public final class SequenceRecord implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SequenceRecord.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Sessions that are known, joined or not. */
  static final int MOST_SESSIONS = 65_536;

  static final int MOST_OF_ONE_USER = 4_096;
  static final int WRITE_BURST = 15;
  static final long MILLIS_PER_WRITE = 250;

  /** After writing so many times as long passes until the next: packets have the rest. */
  private static final int PAUSES_PER_WRITE = 3;

  private final SequenceFile file;
  private final InstantSource wall;
  private final LongSupplier nanoTime;
  private final long skewSeconds;
  private final SequenceFile.Content content;
  private final SettledClock settled;
  private final TokenBucket writes = new TokenBucket(WRITE_BURST, MILLIS_PER_WRITE);
  private long notBeforeMillis = Long.MIN_VALUE;

  /** The latest end of a session that was taken up since {@link #settled} was last asked. */
  private long latestEndSeconds;

  private boolean failing;

  /** Outcome of the wish to deliver a packet with some number. */
  enum Reservation {
    /** It is on the disk. */
    DONE,
    /** It is not: too much was written of late. */
    BUSY,
    /** It is not: the file cannot be written. */
    FAILED
  }

  private SequenceRecord(
      SequenceFile file,
      SequenceFile.Content content,
      InstantSource wall,
      LongSupplier nanoTime,
      Duration skew) {
    this.file = file;
    this.content = content;
    this.wall = wall;
    this.nanoTime = nanoTime;
    this.skewSeconds = skew.toSeconds();
    long latest = content.sessions.values().stream().mapToLong(this::endOf).max().orElse(0);
    this.settled =
        new SettledClock(wall.millis(), nanoTime.getAsLong(), content.clockSeconds, latest);
  }

  /**
   * A record that ends with the process.
   *
   * @param skew how far clocks may differ
   */
  public static SequenceRecord inMemory(Duration skew) {
    return inMemory(InstantSource.system(), System::nanoTime, skew);
  }

  static SequenceRecord inMemory(InstantSource wall, LongSupplier nanoTime, Duration skew) {
    return new SequenceRecord(null, new SequenceFile.Content(), wall, nanoTime, skew);
  }

  /**
   * Opens a record, which is made if there is none, and keeps other Destinations from it.
   *
   * @param nanoTime monotonic, as {@link System#nanoTime}
   * @param skew how far clocks may differ: sessions are kept so long beyond their end
   * @throws ConfigException in one line, with the number of a line that is none
   */
  public static SequenceRecord open(
      Path path, InstantSource wall, LongSupplier nanoTime, Duration skew) throws ConfigException {
    SequenceFile file = null;
    SequenceRecord record = null;
    try {
      file = SequenceFile.take(path);
      SequenceRecord opened = new SequenceRecord(file, file.read(), wall, nanoTime, skew);
      opened.forgetEnded(opened.settledSeconds());
      opened.write();
      record = opened;
      return record;
    } catch (IOException e) {
      throw new ConfigException(path + ": the record of sequences cannot be used: " + reason(e), e);
    } finally {
      if (record == null && file != null) {
        unlock(file);
      }
    }
  }

  private static void unlock(SequenceFile file) {
    try {
      file.close();
    } catch (IOException e) {
      LOG.debug("a lock cannot be closed", e);
    }
  }

  private static String reason(IOException failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private long endOf(SessionNumbers numbers) {
    return numbers.set() + skewSeconds;
  }

  private long millis() {
    return nanoTime.getAsLong() / NANOS_PER_MILLI;
  }

  /** Sessions whose last packet could come before then have ended for good, Unix seconds. */
  long settledSeconds() {
    long latest = latestEndSeconds;
    latestEndSeconds = 0;
    return settled.seconds(wall.millis(), nanoTime.getAsLong(), latest);
  }

  /** True if no packet of the session can pass the window check any more. */
  boolean hasEnded(SessionNumbers numbers, long settledSeconds) {
    return endOf(numbers) <= settledSeconds;
  }

  /** Forgets the sessions that have ended for good and are not held. */
  void forgetEnded(long settledSeconds) {
    content
        .sessions
        .values()
        .removeIf(
            numbers -> {
              boolean goes = !numbers.isHeld() && hasEnded(numbers, settledSeconds);
              if (goes) {
                content.endedSeconds = Math.max(content.endedSeconds, endOf(numbers));
              }
              return goes;
            });
  }

  /**
   * True if a session may be one that was forgotten, as a clock was set back since then: its
   * packets may have been delivered.
   *
   * @param set service end time, Unix seconds
   */
  boolean mayHaveForgotten(long session, long set) {
    return !content.sessions.containsKey(session) && set + skewSeconds <= content.endedSeconds;
  }

  /** True if the session is known, or there is room for one more of its user. */
  boolean hasRoom(long session, int user) {
    int known = content.sessions.size();
    if (content.sessions.containsKey(session) || known < MOST_OF_ONE_USER) {
      return true;
    }
    return known < MOST_SESSIONS
        && content.sessions.values().stream().filter(one -> one.user() == user).count()
            < MOST_OF_ONE_USER;
  }

  /**
   * Takes up a session of which packets are to be delivered; to be asked after {@link
   * #settledSeconds}. The next writing is for its first numbers, too.
   *
   * @param user short form of its user's id
   * @param set service end time, Unix seconds
   * @return its numbers: those up to the highest were delivered before
   */
  SessionNumbers hold(long session, int user, long set) {
    SessionNumbers numbers =
        content.sessions.computeIfAbsent(session, unknown -> new SessionNumbers(user, set, 0));
    numbers.setHeld(true);
    latestEndSeconds = Math.max(latestEndSeconds, endOf(numbers));
    if (!numbers.isRecorded(numbers.highest() + 1)) {
      numbers.ask(numbers.highest(), millis());
    }
    return numbers;
  }

  /**
   * Sees to it that the number is on the disk, so that a packet with it may be delivered now. If it
   * cannot be, the number is not used up.
   */
  Reservation reserve(SessionNumbers numbers, long number) {
    if (file == null || numbers.isRecorded(number)) {
      return Reservation.DONE;
    }
    long nowMillis = millis();
    numbers.ask(number, nowMillis);
    boolean may =
        nowMillis >= notBeforeMillis && writes.hasToken(nowMillis) && numbers.mayReserve(nowMillis);
    if (may) {
      numbers.spend(nowMillis);
      writes.take(nowMillis);
      writeForAll(nowMillis);
    }
    if (numbers.isRecorded(number)) {
      return Reservation.DONE;
    }
    return failing ? Reservation.FAILED : Reservation.BUSY;
  }

  private void writeForAll(long nowMillis) {
    for (SessionNumbers numbers : content.sessions.values()) {
      if (numbers.isHeld()) {
        numbers.askIfNear(nowMillis);
      }
    }
    try {
      write();
      failing = false;
      content.sessions.values().forEach(numbers -> numbers.reserved(nowMillis));
    } catch (IOException e) {
      warn(e);
    }
    long doneMillis = millis();
    notBeforeMillis = doneMillis + PAUSES_PER_WRITE * (doneMillis - nowMillis);
  }

  private void write() throws IOException {
    content.clockSeconds = settledSeconds();
    file.write(content);
  }

  private void warn(IOException failure) {
    if (!failing) {
      LOG.warn(
          "{}: the record of sequences cannot be written, packets are dropped: {}",
          file.path(),
          reason(failure));
    }
    failing = true;
  }

  /** Writes the highest numbers that were delivered in fact. */
  @Override
  public void close() {
    if (file == null) {
      return;
    }
    try {
      content.sessions.values().forEach(SessionNumbers::settle);
      write();
    } catch (IOException e) {
      warn(e);
    } finally {
      unlock(file);
    }
  }
}
