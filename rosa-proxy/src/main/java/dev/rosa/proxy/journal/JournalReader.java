package dev.rosa.proxy.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reader of a log's files while a proxy may write them. Lines that are no JSON are left out and
 * counted. Owned by one thread.
 */
public final class JournalReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer ones are none of the log's. */
  private static final int MOST_LINE_CHARS = 64 * 1024;

  private final Path path;
  private long skipped;

  /** A reader of the log whose newest lines are there. */
  public JournalReader(Path path) {
    this.path = path;
  }

  /**
   * Refuses a log that is not there.
   *
   * @throws IOException in one line
   */
  public static void requireFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(file + ": no such file, expected a log: the proxy makes it");
    }
  }

  /** Lines that were left out so far. */
  public long skipped() {
    return skipped;
  }

  /** Stops a reader that follows. */
  public interface Patience {
    /** Waits a moment; false ends the reading. */
    boolean goOn() throws InterruptedException;
  }

  /** Hands on every line, the oldest first. */
  public void all(Consumer<JsonNode> lines) throws IOException {
    for (Path file : RotatedFile.existing(path)) {
      try (BufferedReader reader = open(file)) {
        drain(reader, new StringBuilder(), lines);
      } catch (NoSuchFileException e) {
        // It was the oldest one, and has just made room.
      }
    }
  }

  /** The newest lines of those that are wanted, the oldest of them first. */
  public List<JsonNode> newest(int count, Predicate<JsonNode> wanted) throws IOException {
    Deque<JsonNode> newest = new ArrayDeque<>();
    all(
        line -> {
          if (wanted.test(line)) {
            newest.addLast(line);
          }
          if (newest.size() > count) {
            newest.removeFirst();
          }
        });
    return new ArrayList<>(newest);
  }

  /** Hands on lines as they are written, over the begin of a new file. */
  public void follow(Patience patience, Consumer<JsonNode> lines)
      throws IOException, InterruptedException {
    boolean fromEnd = true;
    do {
      Object key = key();
      if (key != null) {
        follow(key, fromEnd, patience, lines);
      }
      fromEnd = false;
    } while (patience.goOn());
  }

  /** Until the newest file is another one. */
  private void follow(Object key, boolean fromEnd, Patience patience, Consumer<JsonNode> lines)
      throws IOException, InterruptedException {
    try (BufferedReader reader = open(path)) {
      StringBuilder begun = new StringBuilder();
      if (fromEnd) {
        drain(reader, begun, line -> {});
      }
      boolean isNewest = true;
      while (isNewest && patience.goOn()) {
        isNewest = key.equals(key());
        drain(reader, begun, lines);
      }
    }
  }

  private Object key() throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    return Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
  }

  /**
   * Hands on the lines that are complete.
   *
   * @param begun begin of a line whose end was not written yet
   */
  private void drain(Reader reader, StringBuilder begun, Consumer<JsonNode> lines)
      throws IOException {
    for (int c = reader.read(); c >= 0; c = reader.read()) {
      if (c == '\n') {
        parsed(begun.toString()).ifPresentOrElse(lines, () -> skipped++);
        begun.setLength(0);
      } else if (begun.length() < MOST_LINE_CHARS) {
        begun.append((char) c);
      }
    }
  }

  private static Optional<JsonNode> parsed(String line) {
    try {
      return Optional.ofNullable(JSON.readTree(line)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      // A crash has cut it.
      return Optional.empty();
    }
  }
}
