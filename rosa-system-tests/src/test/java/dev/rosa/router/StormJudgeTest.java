package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.StormJudge.Verdict;
import dev.rosa.testkit.router.SyntheticDomain;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the judge tells forgeries from sealed packets; otherwise the storm would find nothing.
 */
class StormJudgeTest {

  private final SyntheticDomain domain =
      new SyntheticDomain(new SeededRandom(1), StormRouter.NOW - 60);
  private final StormSessions sessions = new StormSessions(domain, ProviderRegistry.builtIn());
  private final StormJudge judge = new StormJudge(sessions);
  private final ByteBuffer frame = ByteBuffer.allocate(StormSessions.PACKET_BYTES);
  private int place;
  private int length;

  @AfterEach
  void close() {
    domain.close();
  }

  private void seal(int session) {
    place = sessions.seal(session, new SplittableRandom(session));
    length = sessions.length(place);
    frame.put(0, sessions.memory(), sessions.offset(place), length);
  }

  private Verdict verdict() {
    return judge.judge(frame, 0, length);
  }

  @Test
  void shouldCallEverySealedPacketValidAndThenAReplay() {
    for (int i = 0; i < sessions.count(); i++) {
      seal(i);
      assertEquals(Verdict.VALID, verdict(), "session " + i);
      sessions.setAccepted(judge.place());
      assertEquals(Verdict.REPLAY, verdict(), "session " + i);
    }
  }

  @Test
  void shouldCallAPacketForgedWhenAnyCoveredBitIsAnother() {
    for (int session = 0; session < 2; session++) {
      seal(session);
      int header = session == 0 ? 32 : 56;
      for (int bit = header * 8; bit < length * 8; bit++) {
        flip(bit);
        assertEquals(Verdict.FORGED, verdict(), "bit " + bit);
        flip(bit);
      }
      flip((session == 0 ? 13 : 9) * 8);
      assertEquals(Verdict.FORGED, verdict(), "source");
    }
  }

  private void flip(int bit) {
    frame.put(bit / 8, (byte) (frame.get(bit / 8) ^ (1 << bit % 8)));
  }

  @Test
  void shouldCallAPacketValidWhenOnlyTimeToLiveUdpChecksumAndSourcePortAreOthers() {
    seal(0);
    frame.put(8, (byte) 17).putShort(24, (short) 4_000);
    frame.putShort(30, (short) 99).put(1, (byte) 0x2e);
    Ip.refreshChecksumV4(frame, 0);
    assertEquals(Verdict.VALID, verdict());
  }

  @Test
  void shouldCallAPacketForgedWhenItCouldNotGetFarFromHere() {
    seal(0);
    frame.put(8, (byte) 15);
    Ip.refreshChecksumV4(frame, 0);
    assertEquals(Verdict.FORGED, verdict());
    frame.put(8, (byte) 16);
    assertEquals(Verdict.FORGED, verdict(), "its header's checksum is wrong");
    seal(1);
    frame.put(7, (byte) 15);
    assertEquals(Verdict.FORGED, verdict());
    frame.put(7, (byte) 16);
    assertEquals(Verdict.VALID, verdict());
    frame.putShort(54, (short) 0);
    assertEquals(Verdict.FORGED, verdict(), "it has no checksum");
  }

  @Test
  void shouldLeaveAPacketAloneWhenItAsksForNoActiveRouter() {
    seal(0);
    frame.putInt(20, 0x01010101);
    Ip.refreshChecksumV4(frame, 0);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
    seal(2);
    frame.putShort(26, (short) 53);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
  }

  @Test
  void shouldKnowWhatARuleOfADiversionCanHaveMeant() {
    seal(0);
    frame.putInt(20, 0x01010101);
    Ip.refreshChecksumV4(frame, 0);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
    assertTrue(judge.isDivertible());
    frame.putShort(26, (short) 53);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
    assertFalse(judge.isDivertible());
    seal(1);
    frame.put(42, (byte) 1);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
    assertTrue(judge.isDivertible());
    frame.put(6, (byte) 43);
    assertEquals(Verdict.NOT_ACTIVE, verdict());
    assertFalse(judge.isDivertible());
  }

  @Test
  void shouldCallAPacketForgedWhenALengthLies() {
    seal(0);
    length--;
    assertEquals(Verdict.FORGED, verdict());
    frame.putShort(2, (short) length);
    assertEquals(Verdict.FORGED, verdict());
    frame.putShort(28, (short) (length - 24));
    assertEquals(Verdict.FORGED, verdict());
  }
}
