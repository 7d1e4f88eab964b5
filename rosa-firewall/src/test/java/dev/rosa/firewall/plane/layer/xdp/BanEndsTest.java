package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link BanEnds}. */
class BanEndsTest {

  private static final Source ADDRESS = Source.parse("192.0.2.7");
  private static final Source OTHER = Source.parse("192.0.2.8");

  private final BanEnds ends = new BanEnds();

  @Test
  void shouldNameEndedSourcesFirstEndedFirst() {
    ends.put(ADDRESS, 20);
    ends.put(OTHER, 10);
    assertNull(ends.ended(9));
    assertEquals(OTHER, ends.ended(20));
    assertTrue(ends.remove(OTHER));
    assertEquals(ADDRESS, ends.ended(20));
    assertTrue(ends.remove(ADDRESS));
    assertNull(ends.ended(Long.MAX_VALUE));
    assertTrue(ends.isEmpty());
  }

  @Test
  void shouldForgetAnEarlierEndWhenABanGetsALaterOne() {
    ends.put(ADDRESS, 10);
    ends.put(ADDRESS, 30);
    assertNull(ends.ended(29));
    assertEquals(ADDRESS, ends.ended(30));
  }

  @Test
  void shouldNotNameASourceThatWasRemoved() {
    ends.put(ADDRESS, 10);
    assertTrue(ends.remove(ADDRESS));
    assertFalse(ends.remove(ADDRESS));
    assertNull(ends.ended(10));
  }

  @Test
  void shouldNameASourceAfterMoreRenewalsThanItKeeps() {
    for (int end = 1; end <= 10_000; end++) {
      ends.put(ADDRESS, end);
    }
    assertNull(ends.ended(9_999));
    assertEquals(ADDRESS, ends.ended(10_000));
  }

  @Test
  void shouldNameLengthsThatAreInUseLongestFirst() {
    ends.put(Source.parse("10.0.0.0/8"), 1);
    ends.put(ADDRESS, 1);
    ends.put(OTHER, 1);
    ends.put(Source.parse("2001:db8::/64"), 1);
    ends.put(Source.parse("02:00:00:00:00:09"), 1);
    assertEquals(new PrefixLengths(List.of(32, 8), List.of(64), true), ends.lengths());
    ends.remove(ADDRESS);
    assertEquals(List.of(32, 8), ends.lengths().ipv4());
    ends.remove(OTHER);
    assertEquals(List.of(8), ends.lengths().ipv4());
  }
}
