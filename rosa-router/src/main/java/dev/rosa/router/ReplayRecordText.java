package dev.rosa.router;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of a {@link ReplayRecord}: a header, then lines {@code SESSION HIGHEST END}, the first
 * two of 16 hexadecimal digits, the third in seconds of Unix time.
 */
final class ReplayRecordText {

  static final String HEADER = "rosa replay record 1";

  /** Bytes that a line has at most, its end included. */
  static final int LINE_MOST = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecordText.class);
  private static final int HEX_DIGITS = 16;

  private ReplayRecordText() {}

  /**
   * What a file holds; a line that a crash has left unfinished is cut off.
   *
   * @throws IOException in one line if it cannot be read or is not a whole record
   */
  static ReplayFloors read(Path file) throws IOException {
    ReplayFloors floors = new ReplayFloors(ReplayRecord.FLOORS_PER_BLOCK);
    boolean torn = dropTornLine(file);
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      if (!HEADER.equals(lines.readLine())) {
        throw unreadable(file, 1, "'" + HEADER + "'");
      }
      String line = lines.readLine();
      for (int number = 2; line != null; number++, line = lines.readLine()) {
        parse(file, line, number, floors);
      }
    }
    if (torn) {
      LOG.warn("{}: its last line was not whole; the router before this one crashed", file);
    }
    return floors;
  }

  /** A crash may leave the beginning of a line. */
  private static boolean dropTornLine(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = channel.size();
      ByteBuffer tail = ByteBuffer.allocate((int) Math.min(size, LINE_MOST));
      channel.read(tail, size - tail.capacity());
      int kept = tail.position();
      while (kept > 0 && tail.get(kept - 1) != '\n') {
        kept--;
      }
      // No end of a line in all of it: this is something else, which is not ours to cut.
      if (kept == tail.position() || kept == 0) {
        return false;
      }
      channel.truncate(size - (tail.position() - kept));
      return true;
    }
  }

  private static void parse(Path file, String line, int number, ReplayFloors floors)
      throws IOException {
    int second = HEX_DIGITS + 1;
    int third = second + HEX_DIGITS + 1;
    try {
      if (line.charAt(second - 1) == ' ' && line.charAt(third - 1) == ' ') {
        floors.add(
            HexFormat.fromHexDigitsToLong(line, 0, HEX_DIGITS),
            HexFormat.fromHexDigitsToLong(line, second, third - 1),
            Long.parseLong(line, third, line.length(), 10));
        return;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unreadable(file, number, "SESSION HIGHEST END");
    }
    throw unreadable(file, number, "SESSION HIGHEST END");
  }

  private static IOException unreadable(Path file, int line, String expected) {
    return new IOException(
        "%s:%d: not a record of replay windows, expected %s; remove the file to start without"
            .formatted(file, line, expected));
  }
}
