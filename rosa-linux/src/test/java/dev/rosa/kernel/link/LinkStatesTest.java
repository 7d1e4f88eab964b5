package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;

class LinkStatesTest {

  @Test
  void shouldSeeAnInterfaceAsTheJdkDoes() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByName("lo");
    try (LinkStates states = LinkStates.open()) {
      LinkStates.State state = states.of("lo");
      assertEquals(loopback.getIndex(), state.index());
      assertEquals(loopback.getMTU(), state.mtuBytes());
      assertEquals(loopback.isUp(), (state.flags() & 1) != 0);
      assertTrue(state.index() > 0);
    }
  }

  @Test
  void shouldSeeNothingWhereNothingIs() throws Exception {
    try (LinkStates states = LinkStates.open()) {
      assertEquals(new LinkStates.State(0, 0, 0), states.of("nobodys-link"));
      assertEquals(new LinkStates.State(0, 0, 0), states.of("a-name-that-is-too-long-for-linux"));
    }
  }
}
