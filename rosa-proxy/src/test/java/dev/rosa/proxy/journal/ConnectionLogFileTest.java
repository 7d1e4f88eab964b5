package dev.rosa.proxy.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ByteSize;
import dev.rosa.proxy.rules.LogConfig;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log's file: what is written, what is lost, and that the file says so. */
class ConnectionLogFileTest {
  private static final int SMALL = 1_000;

  @TempDir private Path folder;

  private Path path() {
    return folder.resolve("log/proxy.log");
  }

  private LogConfig config(int maxBytes, int files) {
    return new LogConfig(path(), new ByteSize(maxBytes), files, null);
  }

  /** Its thread does not run: the test writes. */
  private ConnectionLogFile prepared(LogConfig config, int mostWaiting) throws IOException {
    return ConnectionLogFile.prepared(
        config, mostWaiting, () -> Instant.ofEpochMilli(Entries.TIME));
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    new JournalReader(path()).all(lines::add);
    return lines;
  }

  private static List<Long> numbers(List<JsonNode> lines) {
    return lines.stream().map(line -> line.path("connection").asLong()).toList();
  }

  @Test
  void shouldWriteWhatItGetsBeforeItEnds() throws IOException {
    try (ConnectionLogFile log = ConnectionLogFile.open(config(1 << 20, 2))) {
      for (int i = 0; i < 1_000; i++) {
        log.request(Entries.request(i, "http://a.example/"));
      }
      log.ended(Entries.refused("bob", "http://b.example/"));
    }

    List<JsonNode> lines = lines();
    assertEquals(1_001, lines.size());
    assertEquals("bob", lines.get(1_000).path("user").asText());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
  }

  @Test
  void shouldBeginANewFileAtItsSizeAndKeepAFewOldOnes() throws IOException {
    ConnectionLogFile log = prepared(config(SMALL, 3), 10);
    for (int i = 0; i < 20; i++) {
      log.writeBatch(Entries.request(i, "http://a.example/"));
    }
    log.close();

    try (var files = Files.list(path().getParent())) {
      assertEquals(
          List.of("proxy.log", "proxy.log.1", "proxy.log.2"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    assertTrue(Files.size(path()) <= SMALL);
    List<Long> numbers = numbers(lines());
    assertEquals(19, numbers.get(numbers.size() - 1));
    for (int i = 1; i < numbers.size(); i++) {
      assertEquals(numbers.get(i - 1) + 1, numbers.get(i), numbers::toString);
    }
  }

  @Test
  void shouldCountWhatHasNoRoomAndSayItInTheLog() throws IOException {
    ConnectionLogFile log = prepared(config(1 << 20, 2), 3);
    for (int i = 0; i < 5; i++) {
      log.request(Entries.request(i, "http://a.example/"));
    }
    assertEquals(2, log.lost());

    log.writeBatch(null);
    log.writeBatch(Entries.request(5, "http://a.example/"));
    log.writeBatch(null);
    log.close();

    List<JsonNode> lines = lines();
    assertEquals("lost", lines.get(0).path("event").asText());
    assertEquals(2, lines.get(0).path("lines").asLong());
    assertEquals(Set.of(0L, 1L, 2L, 5L), Set.copyOf(numbers(lines.subList(1, lines.size()))));
  }

  @Test
  void shouldGoOnAfterAFailureAndSayWhatIsMissing() throws IOException {
    ConnectionLogFile log = prepared(config(SMALL, 2), 10);
    // A new file cannot begin while a folder that is not empty is in its way.
    Path obstacle = folder.resolve("log/proxy.log.1/file");
    Files.createDirectories(obstacle);
    for (int i = 0; i < 6; i++) {
      log.writeBatch(Entries.request(i, "http://a.example/"));
    }
    long lost = log.lost();
    assertTrue(lost > 0, "some are lost");

    Files.delete(obstacle);
    Files.delete(obstacle.getParent());
    log.writeBatch(Entries.request(6, "http://a.example/"));
    log.close();

    List<JsonNode> lines = lines();
    assertEquals(6 - lost + 2, lines.size());
    assertEquals(lost, lines.get(lines.size() - 2).path("lines").asLong());
    assertEquals(6, lines.get(lines.size() - 1).path("connection").asLong());
  }

  @Test
  void shouldAppendToTheLogOfAnEarlierRunWhoseLastLineWasCut() throws IOException {
    Files.createDirectories(path().getParent());
    Files.writeString(path(), "{\"connection\":1}\n{\"connec");

    ConnectionLogFile log = prepared(config(1 << 20, 2), 10);
    log.writeBatch(Entries.request(2, "http://a.example/"));
    log.close();

    assertEquals(List.of(1L, 2L), numbers(lines()));
  }

  @Test
  void shouldSayAtItsStartThatItCannotWrite() throws IOException {
    Files.createDirectories(path());

    String refusal =
        assertThrows(IOException.class, () -> ConnectionLogFile.open(config(SMALL, 2)))
            .getMessage();

    assertTrue(refusal.startsWith(path() + ": cannot be written: "), refusal);
  }

  @Test
  void shouldBeFollowedIntoTheNextFile() throws Exception {
    ConnectionLogFile log = prepared(config(SMALL, 50), 10);
    log.writeBatch(Entries.request(0, "http://a.example/"));
    List<JsonNode> seen = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean looks = new AtomicBoolean();
    AtomicBoolean ended = new AtomicBoolean();
    Thread reader =
        new Thread(
            () -> {
              try {
                new JournalReader(path())
                    .follow(
                        () -> {
                          looks.set(true);
                          Thread.sleep(1);
                          return !ended.get();
                        },
                        seen::add);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    reader.start();
    Await.until(seen::toString, looks::get);
    for (int i = 1; i <= 30; i++) {
      log.writeBatch(Entries.request(i, "http://a.example/"));
      int expected = i;
      Await.until(seen::toString, () -> seen.size() == expected);
    }
    ended.set(true);
    reader.join();
    log.close();

    assertEquals(30, numbers(seen).get(29));
    assertTrue(Files.exists(folder.resolve("log/proxy.log.5")), "it went over several files");
  }
}
