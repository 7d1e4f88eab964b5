package dev.rosa.proxy.http.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import dev.rosa.serving.SourceNetwork;
import org.junit.jupiter.api.Test;

class ScanRoomTest {
  private static final long MIB = 1 << 20;

  private final ScanRoom room = new ScanRoom(96 * MIB);

  private static SourceNetwork client(int number) {
    return SourceNetwork.of(IpLiteral.parse("10.0.0." + number));
  }

  @Test
  void shouldGiveAClientAQuarterAtMost() {
    assertTrue(room.take(client(1), 24 * MIB));
    assertFalse(room.take(client(1), 1));
    room.giveBack(client(1), 24 * MIB);
    assertEquals(0, room.inUse());
  }

  @Test
  void shouldLeaveRoomWhenSomeClientsTakeAllTheyCan() {
    for (int i = 0; i < 24; i++) {
      for (int client = 1; client <= 4; client++) {
        room.take(client(client), MIB);
      }
    }
    assertTrue(room.take(client(5), 8 * MIB));
    assertTrue(room.take(client(6), 4 * MIB));
  }
}
