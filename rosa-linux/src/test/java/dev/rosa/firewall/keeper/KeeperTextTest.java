package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.nft.NftFigures;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Messages between a keeper, its role and its workers. */
class KeeperTextTest {

  @Test
  void shouldReadBackEveryMessage() {
    for (KeeperMessage.Kind kind : KeeperMessage.Kind.values()) {
      for (String text : new String[] {"", "a sentence, with words"}) {
        KeeperMessage message = new KeeperMessage(kind, text);
        assertEquals(Optional.of(message), KeeperMessage.parse(message.line()));
      }
    }
    for (RoleMessage message : RoleMessage.values()) {
      assertEquals(Optional.of(message), RoleMessage.parse(message.line()));
    }
  }

  @Test
  void shouldTakeNoOtherLineForAMessage() {
    for (String line : new String[] {"", "ready", "readymade now", "state"}) {
      assertEquals(Optional.empty(), KeeperMessage.parse(line));
    }
    assertEquals(Optional.empty(), RoleMessage.parse("bye!"));
  }

  @Test
  void shouldReadBackReportsAndProcesses() {
    for (boolean active : new boolean[] {true, false}) {
      PlanReport report = new PlanReport(active, 3, 4);
      assertEquals(report, PlanReport.parse(report.text()));
    }
    NftFigures figures =
        new NftFigures(
            new TreeMap<>(Map.of("to_clients", 5L, "ftp", 0L)),
            new TreeMap<>(Map.of("users4", new NftFigures.Fill(3, 65_536))));
    assertEquals(figures, NftFigures.parse(figures.text()));
    assertEquals(NftFigures.NONE, NftFigures.parse("neither=one nor=/2"));
    for (String handover : new String[] {"", "02:00:00:00:00:01"}) {
      KeeperProcess process = new KeeperProcess(7, 8, 9, handover);
      assertEquals(process, KeeperProcess.parse(process.text()));
    }
  }

  @Test
  void shouldTakeOnlyWholeBeats() {
    byte[] frame = {0x52, 0x4f, 0x42, 0x31, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0};
    assertEquals(Optional.of(new WorkerBeat(false, 2, 3, 256)), WorkerBeat.read(frame, 16));
    assertEquals(Optional.empty(), WorkerBeat.read(frame, 15));
    for (int[] change : new int[][] {{0, 0}, {4, 0}, {4, 3}, {5, 3}, {6, 65}, {6, 0}, {7, 1}}) {
      byte[] bad = frame.clone();
      bad[change[0]] = (byte) change[1];
      assertEquals(Optional.empty(), WorkerBeat.read(bad, 16));
    }
    frame[4] = 2;
    assertEquals(Optional.of(new WorkerBeat(true, 2, 3, 256)), WorkerBeat.read(frame, 16));
  }
}
