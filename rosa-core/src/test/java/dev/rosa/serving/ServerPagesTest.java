package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CapturedLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServerPagesTest {

  private final PeerRefusals refusals = new PeerRefusals();
  private final Map<String, StatusPage> pages =
      ServerPages.of(
          Map.of("as", "rosa://17/as/as1"),
          List.of(new ServerPages.Counts("peers.refused", "What was refused", refusals::all)));

  @Test
  void shouldShowWhatWasRefusedByReasonOnBothPages() {
    refusals.count(PeerRefusal.SOURCE_SHARE, "192.0.2.1");
    String metrics = pages.get("/metrics").make("/metrics");
    assertTrue(metrics.contains("rosa_peers_refused_total{kind=\"source_share\"} 1.0"), metrics);
    assertTrue(metrics.contains("rosa_peers_refused_total{kind=\"all_taken\"} 0.0"), metrics);
    String status = pages.get("/status").make("/status");
    assertTrue(status.startsWith("{\"as\":\"rosa://17/as/as1\",\"peers.refused\":{"), status);
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
