package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.link.NeighbourTable.Entry;
import dev.rosa.kernel.link.NeighbourTable.Hop;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** MAC addresses that may be banned, by neighbour tables of link 2 and 3. */
class NeighbourMacsTest {

  private static final Source BANNED = Source.parse("10.0.0.2");
  private static final long MAC = 0x0200_0000_0002L;
  private static final Optional<Source> ITS_MAC = Optional.of(Source.parse("02:00:00:00:00:02"));

  private static Entry entry(String address, int link, long mac) throws Exception {
    return new Entry(InetAddress.getByName(address), link, mac, false);
  }

  private static Optional<Source> mac(List<Entry> entries, Set<Hop> hops) throws Exception {
    return new NeighbourMacs(entries, hops, address -> OptionalInt.of(2)).of(BANNED);
  }

  @Test
  void shouldTakeTheMacOfANeighbour() throws Exception {
    List<Entry> entries = List.of(entry("10.0.0.2", 2, MAC), entry("10.0.0.3", 2, MAC + 1));
    assertEquals(ITS_MAC, mac(entries, Set.of()));
  }

  @Test
  void shouldTakeNoneThatAnotherAddressUsesOnAnyLink() throws Exception {
    Entry its = entry("10.0.0.2", 2, MAC);
    assertEquals(Optional.empty(), mac(List.of(its, entry("10.0.0.3", 2, MAC)), Set.of()));
    assertEquals(Optional.empty(), mac(List.of(its, entry("fe80::7", 3, MAC)), Set.of()));
  }

  @Test
  void shouldTakeNoneOfAnAddressThatIsOnTwoLinks() throws Exception {
    List<Entry> entries = List.of(entry("10.0.0.2", 2, MAC), entry("10.0.0.2", 3, MAC + 1));
    assertEquals(Optional.empty(), mac(entries, Set.of()));
  }

  @Test
  void shouldTakeNoneOfARouter() throws Exception {
    InetAddress address = InetAddress.getByName("10.0.0.2");
    List<Entry> router = List.of(new Entry(address, 2, MAC, true));
    assertEquals(Optional.empty(), mac(router, Set.of()));
    List<Entry> hop = List.of(entry("10.0.0.2", 2, MAC));
    assertEquals(Optional.empty(), mac(hop, Set.of(new Hop(address, 2))));
  }

  @Test
  void shouldTakeNoneOnALinkWithANextHopOfUnknownMac() throws Exception {
    List<Entry> entries = List.of(entry("10.0.0.2", 2, MAC));
    InetAddress hop = InetAddress.getByName("10.0.0.254");
    assertEquals(Optional.empty(), mac(entries, Set.of(new Hop(hop, 2))));
    assertEquals(ITS_MAC, mac(entries, Set.of(new Hop(hop, 3))));
  }

  @Test
  void shouldNotTakeAnotherLinksNeighbourForANextHop() throws Exception {
    Hop hop = new Hop(InetAddress.getByName("fe80::1"), 2);
    Entry its = entry("10.0.0.2", 2, MAC);
    Entry router = entry("fe80::1", 2, MAC);
    Entry other = entry("fe80::1", 3, MAC + 7);

    assertEquals(Optional.empty(), mac(List.of(its, other), Set.of(hop)), "its own is unknown");
    assertEquals(Optional.empty(), mac(List.of(its, router, other), Set.of(hop)));
  }

  @Test
  void shouldTakeNoneOfAnAddressThatIsReachedByANextHopOrAnotherLink() throws Exception {
    List<Entry> entries = List.of(entry("10.0.0.2", 2, MAC));
    NeighbourMacs routed = new NeighbourMacs(entries, Set.of(), address -> OptionalInt.empty());
    assertEquals(Optional.empty(), routed.of(BANNED));
    NeighbourMacs elsewhere = new NeighbourMacs(entries, Set.of(), address -> OptionalInt.of(3));
    assertEquals(Optional.empty(), elsewhere.of(BANNED));
    assertEquals(Optional.empty(), mac(List.of(), Set.of()));
  }

  @Test
  void shouldKeepAMacUntilAnotherAddressUsesIt() throws Exception {
    Entry its = entry("10.0.0.2", 2, MAC);
    NeighbourMacs alone = new NeighbourMacs(List.of(its), Set.of(), address -> OptionalInt.of(2));
    assertTrue(alone.mayStay(BANNED, ITS_MAC.orElseThrow()));
    List<Entry> two = List.of(its, entry("10.0.0.3", 2, MAC));
    NeighbourMacs shared = new NeighbourMacs(two, Set.of(), address -> OptionalInt.of(2));
    assertFalse(shared.mayStay(BANNED, ITS_MAC.orElseThrow()));
  }
}
