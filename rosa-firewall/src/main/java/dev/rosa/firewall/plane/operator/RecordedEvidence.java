package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.config.BoundedLines;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Evidence in a file, oldest first: lines of {@code watch --json}, or lines such as {@code
 * 2026-05-01T12:00:00Z evidence …}. A line without a time has that of the line before.
 */
final class RecordedEvidence {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORD = "evidence ";
  private static final int LONGEST_LINE = 64 << 10;

  /** Hearer of evidence and its time, Unix time in milliseconds. */
  interface Hearer {
    void hear(Evidence evidence, long millis);
  }

  private final Path file;
  private long number;
  private long millis;

  private RecordedEvidence(Path file) {
    this.file = file;
  }

  /**
   * Reads a file; lines about other things, empty lines and those that begin with # are left out.
   *
   * @throws IOException in one line with the number of the first line that is no evidence, or too
   *     long
   */
  static void read(Path file, Hearer hearer) throws IOException {
    RecordedEvidence reader = new RecordedEvidence(file);
    try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      BoundedLines lines = new BoundedLines(text, LONGEST_LINE);
      for (String line = reader.next(lines); line != null; line = reader.next(lines)) {
        reader.number++;
        reader.read(line.strip(), hearer);
      }
    }
  }

  private String next(BoundedLines lines) throws IOException {
    try {
      return lines.next();
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private void read(String line, Hearer hearer) throws IOException {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    try {
      if (line.startsWith("{")) {
        readEvent(JSON.readTree(line), hearer);
      } else {
        readText(line, hearer);
      }
    } catch (JsonProcessingException e) {
      throw wrong("is no JSON", e);
    } catch (DateTimeException | IllegalArgumentException e) {
      throw wrong(e.getMessage(), e);
    }
  }

  private IOException wrong(String sentence, Exception e) {
    return new IOException(file + ":" + number + ": " + sentence, e);
  }

  private void readEvent(JsonNode event, Hearer hearer) {
    if (event.has("evidence")) {
      millis = Instant.parse(event.path("time").asText()).toEpochMilli();
      hearer.hear(EvidenceLine.read(event.path("evidence").asText()), millis);
    }
  }

  private void readText(String line, Hearer hearer) {
    int space = line.indexOf(' ');
    String text = line;
    if (!line.startsWith(WORD) && space > 0) {
      millis = Instant.parse(line.substring(0, space)).toEpochMilli();
      text = line.substring(space + 1).strip();
    }
    hearer.hear(EvidenceLine.read(text), millis);
  }
}
