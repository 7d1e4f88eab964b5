package dev.rosa.client.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Queue;
import org.junit.jupiter.api.Test;

class ParkedPacketsTest {
  private final ParkedPackets parked = new ParkedPackets();

  @Test
  void shouldGiveBackPacketsOfOneSessionInOrder() {
    parked.park(1, new byte[] {1});
    parked.park(2, new byte[] {2});
    parked.park(1, new byte[] {3});

    Queue<byte[]> taken = parked.take(1);

    assertEquals(1, taken.remove()[0]);
    assertEquals(3, taken.remove()[0]);
    assertTrue(parked.take(1).isEmpty());
  }

  @Test
  void shouldRefuseMoreThanOneSessionMayHave() {
    for (int i = 0; i < 256; i++) {
      assertTrue(parked.park(1, new byte[10]));
    }
    assertFalse(parked.park(1, new byte[10]));
    assertTrue(parked.park(2, new byte[10]));
    parked.take(1);
    assertTrue(parked.park(1, new byte[10]));
  }

  @Test
  void shouldRefuseMoreThanAllMayHave() {
    for (int i = 0; i < 1_024; i++) {
      assertTrue(parked.park(i, new byte[10]));
    }
    assertFalse(parked.park(5_000, new byte[10]));
  }

  @Test
  void shouldRefuseMoreBytesThanAllMayHave() {
    int packets = 0;
    while (parked.park(packets, new byte[65_535])) {
      packets++;
    }
    assertEquals(128, packets);
  }
}
