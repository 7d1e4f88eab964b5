package dev.rosa.router.session;

import dev.rosa.config.BoundedLines;
import dev.rosa.session.SettledClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Text format of a router's file of replay windows: a header, then lines in any order, with times
 * in seconds of Unix time. They do not contain the skew ({@link RecordedTimes}). Each line ends
 * with a space and its checksum (CRC-32C of what is in front of them, 8 hexadecimal digits).
 *
 * <ul>
 *   <li>{@code SESSION HIGHEST END USER RUN}: a floor; session and number of 16 hexadecimal digits,
 *       the end SET, the user ({@link ContextWords#user}) of 8, the run ({@link ReplayFloors#run})
 *       of 9 decimal ones at most. The run may be missing, or user and run. The highest number
 *       there is means that the session's floor was lost. Of several lines of a session the highest
 *       number counts, and its run with it; of equal ones the latest run.
 *   <li>{@code lost USER MOMENT END RUN}: floors of a user that were lost, see {@link LostFloors}.
 *       One of a session with an SST up to that moment and a SET up to that end may be among them.
 *       The run may be missing.
 *   <li>{@code ended SECONDS}: the latest SET of a session that was forgotten because it had ended;
 *       may be missing.
 *   <li>{@code clock SECONDS}: what the {@link SettledClock} said; the last one counts.
 *   <li>{@code latest SECONDS}: the latest SST of a session that can have begun; may be missing,
 *       and the last one counts.
 *   <li>{@code workers NUMBER}: workers that keep a record each, in the first one's; the last one
 *       counts.
 * </ul>
 *
 * <p>In files of earlier versions the times contain the skew of the run that wrote them. Lines of
 * the first version have no checksums.
 */
final class ReplayRecordText {

  /** Its digit differs from those before in two bits: a damaged one is none of them. */
  static final String HEADER = "rosa replay record 4";

  static final String FIRST_HEADER = "rosa replay record 1";
  static final String SECOND_HEADER = "rosa replay record 2";

  /** Bytes that a line has at most, its end included. */
  static final int LINE_MOST = 80;

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecordText.class);
  private static final int HEX_DIGITS = 16;
  private static final int CHECKSUM_DIGITS = 8;

  /** Times have eleven digits at most: a session's end has ten. */
  static final long MOST_SECONDS = 99_999_999_999L;

  private static final long MOST_RUNS = 999_999_999L;

  /** A loss of a file without runs: after all floors of such files. */
  private static final int FIRST_RUN = 1;

  static final String LOST = "lost ";
  static final String CLOCK = "clock ";
  static final String ENDED = "ended ";
  static final String LATEST = "latest ";
  static final String WORKERS = "workers ";

  private ReplayRecordText() {}

  /**
   * What a file says.
   *
   * @param workers that keep a record each; 0: it does not say so
   * @param isOld whether it is of an earlier version
   */
  record Content(ReplayFloors floors, int workers, boolean isOld) {}

  /**
   * Reads a file; a line that a crash has left unfinished is cut off.
   *
   * @param times of the present run
   * @throws IOException in one line if it cannot be read or is not a whole record
   */
  static Content read(Path file, RecordedTimes times) throws IOException {
    long whole = wholeBytes(file);
    Content content = parse(file, whole, times);
    if (whole < Files.size(file)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(whole);
      }
      LOG.warn("{}: its last line was not whole; the router before this one crashed", file);
    }
    return content;
  }

  /**
   * Looks whether {@link #read} has a chance, and changes nothing.
   *
   * @return the number of workers that keep a record each; 0: it does not say so
   * @throws IOException in one line if it has none
   */
  static int check(Path file) throws IOException {
    return parse(file, wholeBytes(file), RecordedTimes.of(0)).workers();
  }

  private static Content parse(Path file, long whole, RecordedTimes times) throws IOException {
    ReplayFloors floors = new ReplayFloors(ReplayRecord.FLOORS_PER_BLOCK);
    int workers = 0;
    // Every byte is a character: one that is no text is in a line with a number.
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      BoundedLines lines = new BoundedLines(reader, LINE_MOST);
      String header = next(lines, file);
      boolean first = FIRST_HEADER.equals(header);
      boolean old = first || SECOND_HEADER.equals(header);
      if (!old && !HEADER.equals(header)) {
        throw unreadable(file + ":1", "'" + HEADER + "'");
      }
      long at = header.length() + 1L;
      if (at > whole) {
        // Lines would be appended to the header, and all of them be lost at the next start.
        throw unreadable(file + ":1", "'" + HEADER + "' and an end of the line");
      }
      RecordedTimes written = old ? times.ofEarlierVersion() : times;
      for (int number = 2; at < whole; number++) {
        String line = next(lines, file);
        if (line == null) {
          throw unreadable(file + ":" + number, "another line");
        }
        at += line.length() + 1;
        try {
          String text = first ? line : checked(line);
          if (text.startsWith(WORKERS) && !first) {
            workers = Integer.parseInt(text, WORKERS.length(), text.length(), 10);
          } else {
            parse(text, floors, written);
          }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          throw unreadable(file + ":" + number, expected(line) + (first ? "" : " CHECKSUM"));
        }
      }
      return new Content(floors, workers, old);
    }
  }

  private static String next(BoundedLines lines, Path file) throws IOException {
    try {
      return lines.next();
    } catch (IOException e) {
      throw unreadable(
          file.toString(), "lines of " + LINE_MOST + " bytes at most; " + e.getMessage());
    }
  }

  /** Length up to a line that a crash may have left unfinished. */
  private static long wholeBytes(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      ByteBuffer tail = ByteBuffer.allocate((int) Math.min(size, LINE_MOST));
      channel.read(tail, size - tail.capacity());
      int kept = tail.position();
      while (kept > 0 && tail.get(kept - 1) != '\n') {
        kept--;
      }
      // No end of a line in all of it: this is another file, which must not be cut.
      if (kept == 0) {
        return size;
      }
      for (int i = kept; i < tail.position(); i++) {
        if (!mayBeLeft(tail.get(i))) {
          throw unreadable(file.toString(), "a last line that ends, or the beginning of one");
        }
      }
      return size - (tail.position() - kept);
    }
  }

  /** A crash leaves the beginning of a line, or zeros in its place. */
  private static boolean mayBeLeft(byte one) {
    return one == 0 || one == ' ' || (one >= '0' && one <= '9') || (one >= 'a' && one <= 'z');
  }

  private static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /** A line without its checksum, if that is right. */
  private static String checked(String line) {
    int end = line.length() - CHECKSUM_DIGITS - 1;
    String text = line.substring(0, end);
    if (!line.startsWith(" " + checksum(text), end)) {
      throw new IllegalArgumentException("checksum");
    }
    return text;
  }

  private static void parse(String line, ReplayFloors floors, RecordedTimes times) {
    if (line.startsWith(LOST)) {
      parseLost(line, floors.lost(), times);
    } else if (line.startsWith(CLOCK)) {
      floors.setClock(seconds(line, CLOCK));
    } else if (line.startsWith(LATEST)) {
      floors.setLatest(times.momentOf(seconds(line, LATEST)));
    } else if (line.startsWith(ENDED)) {
      floors.noteEnded(times.endOf(seconds(line, ENDED)));
    } else {
      parseFloor(line, floors, times);
    }
  }

  private static String expected(String line) {
    if (line.startsWith(LOST)) {
      return LOST + "USER MOMENT END RUN";
    }
    if (line.startsWith(WORKERS)) {
      return WORKERS + "NUMBER";
    }
    return line.startsWith(CLOCK) || line.startsWith(ENDED) || line.startsWith(LATEST)
        ? line.substring(0, line.indexOf(' ')) + " SECONDS"
        : "SESSION HIGHEST END USER RUN";
  }

  private static long seconds(String line, String word) {
    return seconds(line, word.length(), line.length());
  }

  private static long seconds(String line, int from, int to) {
    return number(line, from, to, MOST_SECONDS);
  }

  private static long number(String line, int from, int to, long most) {
    long number = Long.parseLong(line, from, to, 10);
    if (number < 0 || number > most) {
      throw new IllegalArgumentException("no number that a router writes");
    }
    return number;
  }

  /** The run that stands after a space, or {@code missing} if the line ends there. */
  private static int run(String line, int space, int missing) {
    return space == line.length()
        ? missing
        : (int) number(line, space + 1, line.length(), MOST_RUNS);
  }

  /** Index of the next space, or of the end of the line. */
  private static int nextSpace(String line, int from) {
    int space = line.indexOf(' ', from);
    return space < 0 ? line.length() : space;
  }

  private static void parseLost(String line, LostFloors lost, RecordedTimes times) {
    int user = LOST.length();
    int moment = line.indexOf(' ', user) + 1;
    int end = line.indexOf(' ', moment) + 1;
    int last = nextSpace(line, end);
    lost.add(
        HexFormat.fromHexDigits(line, user, moment - 1),
        times.momentOf(seconds(line, moment, end - 1)),
        times.endOf(seconds(line, end, last)),
        run(line, last, FIRST_RUN));
  }

  private static void parseFloor(String line, ReplayFloors floors, RecordedTimes times) {
    int second = HEX_DIGITS + 1;
    int third = second + HEX_DIGITS + 1;
    if (line.charAt(second - 1) != ' ' || line.charAt(third - 1) != ' ') {
      throw new IllegalArgumentException("not of the form of a floor");
    }
    int end = nextSpace(line, third);
    boolean hasUser = end < line.length();
    int last = hasUser ? nextSpace(line, end + 1) : end;
    floors.add(
        HexFormat.fromHexDigitsToLong(line, 0, HEX_DIGITS),
        HexFormat.fromHexDigitsToLong(line, second, third - 1),
        times.endOf(seconds(line, third, end)),
        hasUser ? HexFormat.fromHexDigits(line, end + 1, last) : LostFloors.ANY,
        run(line, last, 0));
  }

  private static IOException unreadable(String place, String expected) {
    return new IOException(
        "%s: not a record of replay windows, expected %s; remove the file to start without"
            .formatted(place, expected));
  }
}
