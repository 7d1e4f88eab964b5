package dev.rosa.router;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What outlives a router of its replay windows: of every session the highest sequence number, in a
 * file that is rewritten about once a second and when the router stops. After a restart nothing up
 * to that number is accepted; after a crash, what came in the last second may be replayed once. The
 * file holds no secret. Written by one thread at a time, never back to an older state.
 */
final class ReplayRecord {

  /**
   * What is kept of one session.
   *
   * @param session its number
   * @param highest the highest sequence number accepted, unsigned
   * @param endSeconds SET; the entry is of no use later
   */
  record Floor(long session, long highest, long endSeconds) {

    private String line() {
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(session) + " " + hex.toHexDigits(highest) + " " + endSeconds;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecord.class);
  private static final String HEADER = "rosa replay record 1";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final List<Floor> before;
  private final AtomicBoolean waiting = new AtomicBoolean();

  /** Counts what the worker wants written. */
  private long asked;

  /** The newest that was written, or tried; it and the next are guarded by this. */
  private long written;

  private boolean failedBefore;

  private ReplayRecord(Path file, List<Floor> before) {
    this.file = file;
    this.before = before;
  }

  /** A record that keeps nothing. */
  static ReplayRecord none() {
    return new ReplayRecord(null, List.of());
  }

  /**
   * A record, with what it kept last time.
   *
   * @throws IOException in one line if the file cannot be read or is not a whole record: going on
   *     without it would open the door to replays, so that is left to a person
   */
  static ReplayRecord open(Path file) throws IOException {
    if (Files.notExists(file)) {
      ReplayRecord record = new ReplayRecord(file, List.of());
      // Tried now, so that a folder that cannot be written to is not found out under load.
      record.replace(List.of());
      return record;
    }
    return new ReplayRecord(file, read(file));
  }

  private static List<Floor> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw unreadable(file, 1, "'" + HEADER + "'");
    }
    List<Floor> floors = new ArrayList<>(lines.size());
    for (int i = 1; i < lines.size(); i++) {
      floors.add(parse(file, lines.get(i), i + 1));
    }
    return floors;
  }

  private static Floor parse(Path file, String line, int number) throws IOException {
    String[] fields = line.split(" ");
    try {
      if (fields.length == 3) {
        return new Floor(
            HexFormat.fromHexDigitsToLong(fields[0]),
            HexFormat.fromHexDigitsToLong(fields[1]),
            Long.parseLong(fields[2]));
      }
    } catch (IllegalArgumentException e) {
      throw unreadable(file, number, "SESSION HIGHEST END");
    }
    throw unreadable(file, number, "SESSION HIGHEST END");
  }

  private static IOException unreadable(Path file, int line, String expected) {
    return new IOException(
        "%s:%d: not a record of replay windows, expected %s; remove the file to start without"
            .formatted(file, line, expected));
  }

  /** What was kept last time. */
  List<Floor> before() {
    return before;
  }

  /** Whether anything is kept, and nothing is still to be written from last time. */
  boolean isFree() {
    return file != null && !waiting.get();
  }

  /** Replaces the record soon. For the one thread that has the numbers, as is the next. */
  void write(List<Floor> floors, Executor background) {
    long number = ++asked;
    waiting.set(true);
    background.execute(
        () -> {
          try {
            write(floors, number);
          } finally {
            waiting.set(false);
          }
        });
  }

  /** Replaces the record now; what was to be written before is not written any more. */
  void write(List<Floor> floors) {
    write(floors, ++asked);
  }

  /** A crash leaves the old record or the new one. Failing is logged. */
  private synchronized void write(List<Floor> floors, long number) {
    if (file == null || number < written) {
      return;
    }
    written = number;
    try {
      replace(floors);
      failedBefore = false;
    } catch (IOException e) {
      if (!failedBefore) {
        LOG.error("replay windows cannot be kept: {}", e.toString());
      }
      failedBefore = true;
    }
  }

  private void replace(List<Floor> floors) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    Files.createFile(next, mode);
    try (BufferedWriter out =
        Files.newBufferedWriter(next, StandardCharsets.US_ASCII, StandardOpenOption.WRITE)) {
      out.write(HEADER);
      out.write('\n');
      for (Floor floor : floors) {
        out.write(floor.line());
        out.write('\n');
      }
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
