package dev.rosa.router.session;

import dev.rosa.storage.file.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Set;

/**
 * Record of the counters of nonces that a router has reserved (PROTOCOL §3), in a file that
 * outlives it. A range is on the disk before its first counter is used, so that a clock that was
 * set back repeats none. Thread-safe, also between processes.
 */
public final class NonceRecord {

  /** Counters of one range: twelve days of a million changed packets a second. */
  static final long RANGE = 1L << 40;

  private static final int DIGITS = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Counters of nonces: {@code first} and those up to {@code end}, without it. */
  public record Range(long first, long end) {}

  private final Path file;
  private final InstantSource clock;

  /**
   * A record beside that of the replay windows.
   *
   * @param replayRecord null: none, and ranges begin at the clock's nanoseconds
   * @param clock the real time: that of a capture may come twice
   */
  public NonceRecord(Path replayRecord, InstantSource clock) {
    this.file = replayRecord == null ? null : beside(replayRecord);
    this.clock = clock;
  }

  private static Path beside(Path replayRecord) {
    return replayRecord.resolveSibling(replayRecord.getFileName() + ".nonces");
  }

  /** True if nonces were reserved beside a record of replay windows. */
  static boolean isBeside(Path replayRecord) {
    return Files.exists(beside(replayRecord), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Reserves the next range.
   *
   * @throws IOException in one line if the file is not such a record, or cannot be written
   */
  public synchronized Range reserve() throws IOException {
    if (file == null) {
      return fromClock();
    }
    try (FileChannel channel =
        FileChannel.open(
            sibling(".lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            OWNER_ONLY)) {
      // It ends with the channel.
      FileLock unused = channel.lock();
      long first = Math.max(now(), reserved());
      Range range = new Range(first, Math.addExact(first, RANGE));
      write(range.end());
      return range;
    }
  }

  /**
   * Looks whether the file is such a record, or none is there, and changes nothing.
   *
   * @throws IOException in one line if it is not
   */
  public void check() throws IOException {
    long unused = file == null ? 0 : reserved();
  }

  /** A range that is not recorded: all counters from the clock's nanoseconds on. */
  public Range fromClock() {
    return new Range(now(), Long.MAX_VALUE);
  }

  private long now() {
    Instant now = clock.instant();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }

  private Path sibling(String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  /** The end of the last range; 0: none was reserved yet. */
  private long reserved() throws IOException {
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return 0;
    }
    byte[] text = new byte[DIGITS + 2];
    int length;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      length = channel.read(ByteBuffer.wrap(text));
    }
    try {
      if (length == DIGITS + 1 && text[DIGITS] == '\n') {
        long end =
            HexFormat.fromHexDigitsToLong(new String(text, 0, DIGITS, StandardCharsets.US_ASCII));
        if (end >= 0 && end <= Long.MAX_VALUE - RANGE) {
          return end;
        }
      }
    } catch (NumberFormatException e) {
      // As any other text.
    }
    throw new IOException(
        file
            + ": is not a record of nonces, expected a line of "
            + DIGITS
            + " hex digits, less than 2^63");
  }

  private void write(long end) throws IOException {
    DurableFile.replace(
        file, StandardCharsets.US_ASCII.encode(HexFormat.of().toHexDigits(end) + "\n"));
  }
}
