package dev.rosa.firewall.plane.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.Proof;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedEvidenceQueueTest {

  private final BoundedEvidenceQueue queue = new BoundedEvidenceQueue(1_000);

  private static ReportedEvidence evidence(Proof proof) {
    Evidence evidence = new Evidence(InetAddress.getLoopbackAddress(), "", 80, "KIND", proof, "");
    return new ReportedEvidence(evidence, "user", 0);
  }

  @Test
  void shouldTakeProvenEvidenceFirstAndKeepRoomForItWhenTheOthersFlood() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertTrue(queue.add(evidence(Proof.NONE)));
    }
    assertFalse(queue.add(evidence(Proof.NONE)));
    assertTrue(queue.add(evidence(Proof.HANDSHAKE)));
    List<ReportedEvidence> taken = new ArrayList<>();

    queue.drain(taken, 1_000, 0);

    assertEquals(Proof.HANDSHAKE, taken.get(0).evidence().proof());
    assertTrue(taken.size() < 100, "what comes now waits for few of the others");
    assertEquals(1_001 - taken.size(), queue.size());
  }
}
