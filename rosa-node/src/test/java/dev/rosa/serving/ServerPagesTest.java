package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.testkit.CapturedLog;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerPagesTest {

  private static final Instant START = Instant.parse("2026-11-22T09:00:00Z");

  private final PeerRefusals refusals = new PeerRefusals();
  private Map<String, StatusPage> pages;
  private Identity self;

  private String obstacle;

  @BeforeEach
  void makePages(@TempDir Path directory) {
    self = TestDomain.in(directory).authorizationServer("as1");
    pages =
        ServerPages.of(
            NodeVitals.of(ServerPagesTest.class, self.certificate(), InstantSource.fixed(START)),
            Map.of("as", "rosa://17/as/as1"),
            List.of(new ServerPages.Counts("peers.refused", "What was refused", refusals::all)),
            () -> Optional.ofNullable(obstacle));
  }

  private String page(String path) {
    return pages.get(path).make(path).text();
  }

  @Test
  void shouldBeReadyUnlessThereIsAnObstacle() {
    assertEquals("ready\n", page("/ready"));
    obstacle = "the clock was set back";
    assertEquals("the clock was set back\n", page("/ready"));
    assertEquals("live\n", page("/live"));
  }

  @Test
  void shouldTellBuildStartAndEndOfTheCertificate() {
    Instant end = self.certificate().getNotAfter().toInstant();
    String status = page("/status");
    assertTrue(status.contains("\"version\":\"development\","), status);
    assertTrue(
        status.contains("\"startedAt\":\"2026-11-22T09:00:00Z\",\"uptimeSeconds\":"), status);
    assertTrue(status.contains("\"certificateEnd\":\"" + end + "\""), status);
    List<String> metrics = page("/metrics").lines().toList();
    assertEquals(
        (double) end.getEpochSecond(), value(metrics, "rosa_certificate_end_timestamp_seconds "));
    assertTrue(value(metrics, "rosa_uptime_seconds ") >= 0);
    assertTrue(
        metrics.stream()
            .anyMatch(
                line -> line.matches("rosa_build_info\\{commit=.*version=\"development\"} 1")),
        metrics.toString());
  }

  private static double value(List<String> metrics, String name) {
    return metrics.stream()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldShowWhatWasRefusedByReasonOnBothPages() {
    refusals.count(PeerRefusal.SOURCE_SHARE, "192.0.2.1");
    String metrics = page("/metrics");
    assertTrue(metrics.contains("rosa_peers_refused_total{kind=\"source_share\"} 1.0"), metrics);
    assertTrue(metrics.contains("rosa_peers_refused_total{kind=\"all_taken\"} 0.0"), metrics);
    String status = page("/status");
    assertTrue(status.startsWith("{\"as\":\"rosa://17/as/as1\","), status);
    assertTrue(status.contains("\"peers.refused\":{"), status);
    assertTrue(status.contains("\"source_share\":1"), status);
  }

  @Test
  void shouldLogOneLineAMinuteForEachReason() {
    long[] now = {0};
    PeerRefusals paced = new PeerRefusals(() -> now[0]);
    try (CapturedLog log = CapturedLog.of(PeerRefusals.class)) {
      for (int i = 0; i < 100; i++) {
        paced.count(PeerRefusal.UNFINISHED_SHARE, "192.0.2.1");
      }
      assertEquals(1, log.lines().size());
      now[0] = 60_000_000_000L;
      paced.count(PeerRefusal.UNFINISHED_SHARE, "192.0.2.1");
      assertEquals(
          "WARN refused peer=192.0.2.1 reason=unfinished_share since-start=101",
          log.lines().get(1));
    }
  }
}
