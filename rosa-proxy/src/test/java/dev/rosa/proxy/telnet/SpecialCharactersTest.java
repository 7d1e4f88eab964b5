package dev.rosa.proxy.telnet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.stream.Judgement;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Special characters of TELNET's line mode, as clients send them (CVE-2026-32746). */
class SpecialCharactersTest {

  private static Judgement judge(int count, int first, int value) {
    ByteBuffer bytes = ByteBuffer.allocate(2_000);
    bytes.put((byte) 255).put((byte) 250).put((byte) 34).put((byte) 3);
    for (int i = 0; i < count; i++) {
      bytes.put((byte) (first + i % 18)).put((byte) 2).put((byte) value);
      if (value == 255) {
        bytes.put((byte) value);
      }
    }
    bytes.put((byte) 255).put((byte) 240);
    return new TelnetJudge(TelnetLimits.USUAL).judge(bytes, 0, bytes.position());
  }

  @Test
  void shouldRefuseMoreThanThereAre() {
    assertEquals(Judgement.REFUSE, judge(160, 100, 'x'));
    assertEquals(Judgement.REFUSE, judge(1, 19, 'x'));
    assertEquals(Judgement.REFUSE, judge(36, 1, 'x'));
    assertEquals(Judgement.REFUSE, judge(30, 1, 255));
  }

  /** A server answers the function 0 with all that there are, each time. */
  @Test
  void shouldRefuseToAskForAllBesideOthers() {
    assertEquals(Judgement.REFUSE, judge(2, 0, 0));
    assertEquals(Judgement.REFUSE, judge(19, 0, 0));
  }

  @Test
  void shouldLetThoseOfUsualClientsPass() {
    assertEquals(Judgement.PASS, judge(18, 1, 3));
    assertEquals(Judgement.PASS, judge(18, 1, 255));
    assertEquals(Judgement.PASS, judge(1, 0, 0));
  }
}
