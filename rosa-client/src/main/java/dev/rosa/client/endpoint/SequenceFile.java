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

/**
 * File of a {@link SequenceRecord}, as text. It is this process's user's alone, in a folder that no
 * other user can write to, and locked: who can write to it can let packets be delivered again.
 * Owned by one thread.
 */
final class SequenceFile implements AutoCloseable {
  private static final String HEADER = "rosa-sequences 2";

  /** Its files have neither times nor users. */
  private static final String FIRST_HEADER = "rosa-sequences 1";

  private static final Pattern TIMES = Pattern.compile("clock=([0-9]{1,11}) ended=([0-9]{1,11})");
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]{16}) delivered=([0-9]{1,20}) until=([0-9]{1,10})(?: user=([0-9a-f]{8}))?");
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
    List<String> lines;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ConfigException(file + ": too large for a record of sequences");
      }
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return content;
    }
    if (lines.isEmpty() || !Set.of(HEADER, FIRST_HEADER).contains(lines.get(0))) {
      throw new ConfigException(file + ":1: no record of sequences, expected " + HEADER);
    }
    for (int i = 1; i < lines.size(); i++) {
      take(content, i + 1, lines.get(i));
    }
    return content;
  }

  private void take(Content content, int number, String line) throws ConfigException {
    Matcher times = TIMES.matcher(line);
    Matcher parts = LINE.matcher(line);
    try {
      if (number == 2 && times.matches()) {
        content.clockSeconds = Long.parseLong(times.group(1));
        content.endedSeconds = Long.parseLong(times.group(2));
        return;
      }
      if (parts.matches()) {
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
        file + ":" + number + ": expected SESSION delivered=NUMBER until=SECONDS user=USER", cause);
  }

  /** Puts this in its place; it is on the disk then. */
  void write(Content content) throws IOException {
    StringBuilder text = new StringBuilder(BYTES_PER_LINE * (content.sessions.size() + 2));
    text.append(HEADER).append('\n');
    text.append("clock=").append(content.clockSeconds);
    text.append(" ended=").append(content.endedSeconds).append('\n');
    content.sessions.forEach((session, numbers) -> append(text, session, numbers));
    DurableFile.replace(file, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  private static void append(StringBuilder text, long session, SessionNumbers numbers) {
    if (numbers.asked() == 0) {
      return;
    }
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
