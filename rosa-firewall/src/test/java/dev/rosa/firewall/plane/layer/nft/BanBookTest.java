package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.LayerReport.LayerCount;
import dev.rosa.kernel.nft.NftTableReader.Count;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is noted of sets, counters and peers. */
class BanBookTest {

  private static final Source ADDRESS = Source.parse("192.0.2.7");
  private static final Source PREFIX = Source.parse("2001:db8::/64");

  private final BanBook book = new BanBook();

  private static BanSet set(Source source, Ban.Action action) {
    return BanSet.of(new Ban(source, action, 0, 1, ""));
  }

  @Test
  void shouldNameASetByWhatItLooksUp() {
    assertEquals("drop_ipv4_32_3", set(ADDRESS, Ban.Action.DROP).name(3));
    assertEquals("limit_ipv6_64_1", set(PREFIX, Ban.Action.LIMIT).name(1));
    assertEquals("neighbour_mac_1", BanSet.NEIGHBOURS.name(1));
  }

  @Test
  void shouldKeepASetWhileItHoldsSomething() {
    BanSet drop = set(ADDRESS, Ban.Action.DROP);
    BanSet limit = set(PREFIX, Ban.Action.LIMIT);
    book.put(drop, ADDRESS, 10);
    book.put(drop, ADDRESS, 20);
    book.put(limit, PREFIX, 30);
    assertEquals(2, book.size());
    book.removeEnded(10);
    assertEquals(20, book.end(drop, ADDRESS));
    book.removeEnded(20);
    assertEquals(Set.of(limit), book.sets());
    assertEquals(Optional.empty(), book.sample(limit, 30));
    assertEquals(Optional.of(PREFIX), book.sample(limit, 29));
    book.remove(limit, PREFIX);
    book.remove(limit, PREFIX);
    assertEquals(Set.of(), book.sets());
    assertEquals(0, book.size());
  }

  @Test
  void shouldCountOnWhenCountersBeginAnew() {
    Tally tally = new Tally();
    tally.begin(Map.of(Layer.IP, new Count(5, 500)));
    assertEquals(
        new LayerCount("ip", 2, 200), tally.add(Map.of(Layer.IP, new Count(7, 700))).get(0));
    assertEquals(new LayerCount("ip", 2, 200), tally.add(Map.of()).get(0));
    assertEquals(
        new LayerCount("ip", 5, 500), tally.add(Map.of(Layer.IP, new Count(3, 300))).get(0));
  }

  @Test
  void shouldKnowAPeerByAnyOfItsPrefixes() throws Exception {
    Peers peers = new Peers(List.of(ADDRESS, PREFIX, Source.parse("198.51.100.0/24")));
    assertTrue(peers.test(InetAddress.getByName("192.0.2.7")));
    assertTrue(peers.test(InetAddress.getByName("198.51.100.9")));
    assertTrue(peers.test(InetAddress.getByName("2001:db8::1:2")));
    assertTrue(peers.test(InetAddress.getByName("::ffff:192.0.2.7")));
    assertFalse(peers.test(InetAddress.getByName("192.0.2.8")));
    assertFalse(peers.test(InetAddress.getByName("2001:db8:0:1::1")));
  }
}
