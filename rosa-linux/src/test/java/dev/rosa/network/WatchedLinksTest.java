package dev.rosa.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.link.LinkTable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatchedLinksTest {
  private static final LinkTable.State R0 = state(2, "r0", "02:00:00:00:00:02", 7);
  private static final LinkTable.State BRIDGE = state(9, "br0", "02:00:00:00:00:09", 0);
  private static final LinkTable.State BOND = state(7, "bond0", "02:00:00:00:00:07", 9);
  private static final LinkTable.State OTHER = state(4, "other", "02:00:00:00:00:04", 9);

  private static LinkTable.State state(int index, String name, String mac, int master) {
    return new LinkTable.State(index, name, 1, 1500, mac, master);
  }

  private static List<LinkTable.State> among(Set<String> names, Set<Integer> indices, String mac) {
    return new WatchedLinks(names, indices, Set.of(mac)).among(List.of(OTHER, R0, BOND, BRIDGE));
  }

  @Test
  void shouldMeanAnInterfaceByNameIndexOrAddressAndItsMasters() {
    assertEquals(List.of(R0, BOND, BRIDGE), among(Set.of("r0"), Set.of(), ""));
    assertEquals(List.of(R0, BOND, BRIDGE), among(Set.of("gone"), Set.of(2), ""));
    assertEquals(List.of(R0, BOND, BRIDGE), among(Set.of(), Set.of(), R0.mac()));
    assertEquals(List.of(), among(Set.of("gone"), Set.of(3), "02:00:00:00:00:03"));
  }

  @Test
  void shouldEndWhereMastersLeadBack() {
    LinkTable.State one = state(1, "one", "", 2);
    LinkTable.State two = state(2, "two", "", 1);
    assertEquals(
        List.of(one, two),
        new WatchedLinks(Set.of("one"), Set.of(), Set.of()).among(List.of(one, two)));
  }
}
