package dev.rosa.client.endpoint;

import dev.rosa.config.ConfigException;
import dev.rosa.config.PrivateFolder;
import dev.rosa.storage.file.DurableFile;
import dev.rosa.storage.file.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * File of a {@link SequenceRecord}, as text: a header, a line with times, a line for each session,
 * and {@code lines=NUMBER CHECKSUM}. That is the number of lines of sessions, and the CRC-32C of
 * all in front of it: a file that was cut or changed is refused. Files of earlier versions have no
 * such end, and get one when they are written.
 *
 * <p>It is this process's user's alone, in a folder that no other user can write to, and locked:
 * who can write to it can let packets be delivered again. Owned by one thread.
 */
final class SequenceFile implements AutoCloseable {
  private static final String HEADER = "rosa-sequences 3";

  /** Its files have no checksum. */
  private static final String SECOND_HEADER = "rosa-sequences 2";

  /** Its files have neither times nor users. */
  private static final String FIRST_HEADER = "rosa-sequences 1";

  private static final String ADVICE = "; remove the file to start without";
  private static final Set<String> HEADERS = Set.of(HEADER, SECOND_HEADER, FIRST_HEADER);

  private static final Pattern TIMES = Pattern.compile("clock=([0-9]{1,11}) ended=([0-9]{1,11})");
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]{16}) delivered=([0-9]{1,20}) until=([0-9]{1,10})(?: user=([0-9a-f]{8}))?");

  /** The last line up to its checksum. */
  private static final Pattern END = Pattern.compile("lines=([0-9]{1,6}) ");

  private static final int CHECKSUM_DIGITS = 8;

  /** Header and times. */
  private static final int LINES_BEFORE = 2;

  private static final int HEX = 16;
  private static final long MOST_BYTES = 16L << 20;
  private static final int BYTES_PER_LINE = 80;

  private final Path file;
  private final ProcessLock lock;

  private SequenceFile(Path file, ProcessLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /** Content of a file. Owned by the record that read it. */
  static final class Content {
    final Map<Long, SessionNumbers> sessions = new TreeMap<>();

    /** Time of the settled clock, Unix seconds; 0: unknown. */
    long clockSeconds;

    /** The latest end of the sessions that were forgotten, Unix seconds; 0: none was. */
    long endedSeconds;
  }

  /**
   * Takes a file, which may not be there yet.
   *
   * @throws IOException in one line if others may write to it, or another Destination has it
   */
  static SequenceFile take(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(folder)) {
      Set<String> parts = Set.of(name(file), name(file) + ".new", name(file) + ".lock");
      PrivateFolder.requireOurs(folder, part -> parts.contains(name(part)));
    }
    ProcessLock lock =
        ProcessLock.take(
            file.resolveSibling(name(file) + ".lock"),
            file + ": another Destination has this record of sequences");
    return new SequenceFile(file, lock);
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  Path path() {
    return file;
  }

  /**
   * Reads it; nothing if it is not there.
   *
   * @throws ConfigException in one line, with the number of a line that is none
   */
  Content read() throws IOException, ConfigException {
    Content content = new Content();
    String text;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ConfigException(file + ": too large for a record of sequences" + ADVICE);
      }
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return content;
    }
    List<String> lines = List.of(text.split("\n", -1));
    String header = lines.get(0);
    if (!HEADERS.contains(header)) {
      throw new ConfigException(file + ":1: no record of sequences, expected " + HEADER + ADVICE);
    }
    // Behind the last end of a line is nothing, and in front of it the end of a file that has one.
    int last = lines.size() - 1;
    if (header.equals(HEADER)) {
      last--;
      requireWhole(text, last - LINES_BEFORE);
    } else if (!lines.get(last).isEmpty() || last < leastLines(header)) {
      throw damaged();
    }
    for (int i = 1; i < last; i++) {
      take(content, i + 1, lines.get(i), !header.equals(FIRST_HEADER));
    }
    return content;
  }

  private static int leastLines(String header) {
    return header.equals(FIRST_HEADER) ? 1 : LINES_BEFORE;
  }

  private void requireWhole(String text, int sessions) throws ConfigException {
    int checksum = text.length() - CHECKSUM_DIGITS - 1;
    int line = text.lastIndexOf('\n', text.length() - 2) + 1;
    Matcher end = END.matcher(text.substring(line, Math.max(line, checksum)));
    if (!end.matches()
        || Integer.parseInt(end.group(1)) != sessions
        || !text.substring(checksum).equals(checksum(text.substring(0, checksum)) + "\n")) {
      throw damaged();
    }
  }

  private static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  private ConfigException damaged() {
    return new ConfigException(
        file
            + ": no whole record of sequences, as it was cut or changed"
            + ADVICE
            + ": packets that were delivered may then be delivered once more");
  }

  private void take(Content content, int number, String line, boolean hasTimes)
      throws ConfigException {
    Matcher times = TIMES.matcher(line);
    Matcher parts = LINE.matcher(line);
    try {
      if (hasTimes && number == LINES_BEFORE) {
        if (!times.matches()) {
          throw malformed(number, null);
        }
        content.clockSeconds = Long.parseLong(times.group(1));
        content.endedSeconds = Long.parseLong(times.group(2));
        return;
      }
      if (parts.matches() && hasTimes == (parts.group(4) != null)) {
        content.sessions.put(Long.parseUnsignedLong(parts.group(1), HEX), numbers(parts));
        return;
      }
    } catch (NumberFormatException e) {
      throw malformed(number, e);
    }
    throw malformed(number, null);
  }

  private static SessionNumbers numbers(Matcher parts) {
    int user = parts.group(4) == null ? 0 : Integer.parseUnsignedInt(parts.group(4), HEX);
    long set = Long.parseLong(parts.group(3));
    return new SessionNumbers(user, set, Long.parseUnsignedLong(parts.group(2)));
  }

  private ConfigException malformed(int number, Exception cause) {
    return new ConfigException(
        file
            + ":"
            + number
            + ": expected SESSION delivered=NUMBER until=SECONDS user=USER"
            + ADVICE,
        cause);
  }

  /** Puts this in its place; it is on the disk then. */
  void write(Content content) throws IOException {
    StringBuilder text =
        new StringBuilder(BYTES_PER_LINE * (content.sessions.size() + LINES_BEFORE + 1));
    text.append(HEADER).append('\n');
    text.append("clock=").append(content.clockSeconds);
    text.append(" ended=").append(content.endedSeconds).append('\n');
    int sessions = 0;
    for (Map.Entry<Long, SessionNumbers> each : content.sessions.entrySet()) {
      if (each.getValue().asked() != 0) {
        append(text, each.getKey(), each.getValue());
        sessions++;
      }
    }
    text.append("lines=").append(sessions).append(' ');
    text.append(checksum(text.toString())).append('\n');
    DurableFile.replace(file, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  private static void append(StringBuilder text, long session, SessionNumbers numbers) {
    text.append(HexFormat.of().toHexDigits(session));
    text.append(" delivered=").append(Long.toUnsignedString(numbers.asked()));
    text.append(" until=").append(numbers.set());
    text.append(" user=").append(HexFormat.of().toHexDigits(numbers.user())).append('\n');
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
