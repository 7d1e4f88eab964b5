package dev.rosa.client.endpoint;

import dev.rosa.config.ConfigException;
import dev.rosa.storage.file.DurableFile;
import dev.rosa.storage.file.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of the sequence numbers that a Destination has delivered, in a file, so that none is
 * delivered again after a restart. Numbers are reserved there before packets with them are
 * delivered, about a second's at a time: after a crash those that were reserved and not used are
 * lost. Owned by one thread.
 */
public final class SequenceRecord implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SequenceRecord.class);
  private static final String HEADER = "rosa-sequences 1";
  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{16}) delivered=([0-9]{1,20}) until=([0-9]{1,10})");
  private static final long MOST_BYTES = 16L << 20;

  private final Path file;
  private final ProcessLock lock;
  private final InstantSource clock;
  private final Duration skew;
  private final Map<Long, Delivered> sessions = new TreeMap<>();
  private boolean failing;

  /**
   * Part of the record for one session.
   *
   * @param highest numbers up to this one are delivered or reserved, unsigned
   * @param set service end time, Unix seconds
   */
  private record Delivered(long highest, long set) {}

  private SequenceRecord(Path file, ProcessLock lock, InstantSource clock, Duration skew) {
    this.file = file;
    this.lock = lock;
    this.clock = clock;
    this.skew = skew;
  }

  /** A record that ends with the process. */
  public static SequenceRecord inMemory() {
    return new SequenceRecord(null, null, InstantSource.system(), Duration.ZERO);
  }

  /**
   * Opens a record, which is made if there is none, and keeps other Destinations from it.
   *
   * @param skew how far clocks may differ: sessions are kept so long beyond their end
   * @throws ConfigException in one line, with the number of a line that is none
   */
  public static SequenceRecord open(Path file, InstantSource clock, Duration skew)
      throws ConfigException {
    SequenceRecord record = new SequenceRecord(file, taken(file), clock, skew);
    try {
      record.read();
      record.write();
      return record;
    } catch (IOException e) {
      record.unlock();
      throw new ConfigException(file + ": the record of sequences cannot be used: " + reason(e), e);
    } catch (ConfigException e) {
      record.unlock();
      throw e;
    }
  }

  private static ProcessLock taken(Path file) throws ConfigException {
    try {
      return ProcessLock.take(
          file.resolveSibling(file.getFileName() + ".lock"),
          file + ": another Destination has this record of sequences");
    } catch (IOException e) {
      throw new ConfigException(reason(e), e);
    }
  }

  private void unlock() {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.debug("a lock cannot be closed", e);
    }
  }

  private static String reason(IOException failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private void read() throws IOException, ConfigException {
    List<String> lines;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ConfigException(file + ": too large for a record of sequences");
      }
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return;
    }
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new ConfigException(file + ":1: no record of sequences, expected " + HEADER);
    }
    for (int i = 1; i < lines.size(); i++) {
      take(i + 1, lines.get(i));
    }
  }

  private void take(int number, String line) throws ConfigException {
    Matcher parts = LINE.matcher(line);
    try {
      if (parts.matches()) {
        sessions.put(
            Long.parseUnsignedLong(parts.group(1), 16),
            new Delivered(Long.parseUnsignedLong(parts.group(2)), Long.parseLong(parts.group(3))));
        return;
      }
    } catch (NumberFormatException e) {
      throw malformed(number, e);
    }
    throw malformed(number, null);
  }

  private ConfigException malformed(int number, Exception cause) {
    return new ConfigException(
        file + ":" + number + ": expected SESSION delivered=NUMBER until=SECONDS", cause);
  }

  /** The number up to which all packets of a session are taken as delivered; 0: none is. */
  long floor(long session) {
    Delivered delivered = sessions.get(session);
    return delivered == null ? 0 : delivered.highest;
  }

  /**
   * Notes numbers up to this one, durably; true if they may be delivered now.
   *
   * @param set service end time, Unix seconds
   */
  boolean reserve(long session, long highest, long set) {
    if (file == null) {
      return true;
    }
    Delivered before = sessions.put(session, new Delivered(highest, set));
    try {
      write();
      failing = false;
      return true;
    } catch (IOException e) {
      if (before == null) {
        sessions.remove(session);
      } else {
        sessions.put(session, before);
      }
      warn(e);
      return false;
    }
  }

  private void warn(IOException failure) {
    if (!failing) {
      LOG.warn(
          "{}: the record of sequences cannot be written, packets are dropped: {}",
          file,
          reason(failure));
    }
    failing = true;
  }

  private void write() throws IOException {
    long ended = clock.instant().getEpochSecond() - skew.toSeconds();
    sessions.values().removeIf(each -> each.set <= ended);
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    sessions.forEach(
        (session, delivered) ->
            text.append(
                "%016x delivered=%s until=%d%n"
                    .formatted(session, Long.toUnsignedString(delivered.highest), delivered.set)));
    DurableFile.replace(file, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Notes the highest number that was delivered in fact, before {@link #close}. */
  void settle(long session, long highest, long set) {
    if (file != null) {
      sessions.put(session, new Delivered(highest, set));
    }
  }

  @Override
  public void close() {
    if (file == null) {
      return;
    }
    try {
      write();
    } catch (IOException e) {
      warn(e);
    } finally {
      unlock();
    }
  }
}
