package dev.rosa.router.session;

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
 * Text format of a router's file of replay windows: a header, then lines in any order, with times
 * in seconds of Unix time.
 *
 * <ul>
 *   <li>{@code SESSION HIGHEST END USER}: a floor; session and number of 16 hexadecimal digits, the
 *       user ({@link ContextWords#user}) of 8. The user may be missing.
 *   <li>{@code lost USER MOMENT END}: floors of a user that were lost, see {@link LostFloors}.
 *   <li>{@code ended SECONDS}: the latest end of a session that was forgotten because it had ended;
 *       may be missing.
 *   <li>{@code clock SECONDS}: what the {@link SettledClock} said; the last one counts.
 * </ul>
 */
final class ReplayRecordText {

  static final String HEADER = "rosa replay record 1";

  /** Bytes that a line has at most, its end included. */
  static final int LINE_MOST = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecordText.class);
  private static final int HEX_DIGITS = 16;

  /** Times have eleven digits at most: a session's end has ten. */
  private static final long MOST_SECONDS = 99_999_999_999L;

  static final String LOST = "lost ";
  static final String CLOCK = "clock ";
  static final String ENDED = "ended ";

  private ReplayRecordText() {}

  /**
   * Reads a file; a line that a crash has left unfinished is cut off.
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
      // No end of a line in all of it: this is another file, which must not be cut.
      if (kept == tail.position() || kept == 0) {
        return false;
      }
      channel.truncate(size - (tail.position() - kept));
      return true;
    }
  }

  private static void parse(Path file, String line, int number, ReplayFloors floors)
      throws IOException {
    try {
      if (line.startsWith(LOST)) {
        parseLost(line, floors.lost());
      } else if (line.startsWith(CLOCK)) {
        floors.setClock(seconds(line, CLOCK));
      } else if (line.startsWith(ENDED)) {
        floors.noteEnded(seconds(line, ENDED));
      } else {
        parseFloor(line, floors);
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unreadable(file, number, expected(line));
    }
  }

  private static String expected(String line) {
    if (line.startsWith(LOST)) {
      return LOST + "USER MOMENT END";
    }
    return line.startsWith(CLOCK) || line.startsWith(ENDED)
        ? line.substring(0, line.indexOf(' ')) + " SECONDS"
        : "SESSION HIGHEST END USER";
  }

  private static long seconds(String line, String word) {
    return seconds(line, word.length(), line.length());
  }

  private static long seconds(String line, int from, int to) {
    long seconds = Long.parseLong(line, from, to, 10);
    if (seconds < 0 || seconds > MOST_SECONDS) {
      throw new IllegalArgumentException("not a time");
    }
    return seconds;
  }

  private static void parseLost(String line, LostFloors lost) {
    int user = LOST.length();
    int moment = line.indexOf(' ', user) + 1;
    int end = line.indexOf(' ', moment) + 1;
    lost.add(
        HexFormat.fromHexDigits(line, user, moment - 1),
        seconds(line, moment, end - 1),
        seconds(line, end, line.length()));
  }

  private static void parseFloor(String line, ReplayFloors floors) {
    int second = HEX_DIGITS + 1;
    int third = second + HEX_DIGITS + 1;
    if (line.charAt(second - 1) != ' ' || line.charAt(third - 1) != ' ') {
      throw new IllegalArgumentException("not of the form of a floor");
    }
    int fourth = line.indexOf(' ', third);
    int end = fourth < 0 ? line.length() : fourth;
    floors.add(
        HexFormat.fromHexDigitsToLong(line, 0, HEX_DIGITS),
        HexFormat.fromHexDigitsToLong(line, second, third - 1),
        seconds(line, third, end),
        fourth < 0 ? LostFloors.ANY : HexFormat.fromHexDigits(line, fourth + 1, line.length()));
  }

  private static IOException unreadable(Path file, int line, String expected) {
    return new IOException(
        "%s:%d: not a record of replay windows, expected %s; remove the file to start without"
            .formatted(file, line, expected));
  }
}
