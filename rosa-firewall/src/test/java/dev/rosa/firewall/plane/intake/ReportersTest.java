package dev.rosa.firewall.plane.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.evidence.Proof;
import dev.rosa.operator.LocalSocket;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportersTest {

  private static final int CROWD = 30;

  @TempDir private Path folder;

  @Test
  void shouldAcceptACrowdInOneTurn() throws Exception {
    IntakeLimits limits = IntakeLimits.usual();
    IntakeCounts counts = new IntakeCounts(System::nanoTime);
    Path path = folder.resolve("run/evidence.sock");
    List<Peer> crowd = new ArrayList<>();
    try (LocalSocket socket = LocalSocket.listen(path, "rw-rw-rw-");
        Selector selector = Selector.open()) {
      Reporters reporters =
          new Reporters(
              selector,
              limits,
              user -> Set.of(Proof.NONE),
              new BanLines(InstantSource.system(), 1, 1),
              new BoundedEvidenceQueue(1),
              counts);
      reporters.listen(socket.channel());
      for (int i = 0; i < CROWD; i++) {
        crowd.add(Peer.connect(path));
      }

      reporters.turn();

      assertEquals(CROWD, counts.counted(IntakeEvent.CONNECTED));
      reporters.end();
      for (Peer peer : crowd) {
        peer.close();
      }
    }
  }
}
