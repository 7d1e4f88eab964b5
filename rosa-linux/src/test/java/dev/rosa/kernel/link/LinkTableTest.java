package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkTableTest {

  @Test
  void shouldSeeStatesOfInterfacesAsTheJdkDoes() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByName("lo");
    try (LinkTable table = LinkTable.open()) {
      List<LinkTable.State> found =
          table.states().stream().filter(state -> state.name().equals("lo")).toList();
      assertEquals(1, found.size());
      LinkTable.State state = found.get(0);
      assertEquals(loopback.getIndex(), state.index());
      assertEquals(loopback.getMTU(), state.mtuBytes());
      assertEquals(loopback.isUp(), (state.flags() & 1) != 0);
      assertEquals("00:00:00:00:00:00", state.mac());
      assertEquals(0, state.master());
    }
  }
}
