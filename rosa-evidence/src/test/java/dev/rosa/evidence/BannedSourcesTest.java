package dev.rosa.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bans as a plane tells them: by address and prefix, until their time, bounded. */
class BannedSourcesTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - SECOND);
  private final BannedSources banned = new BannedSources(nanos::get);

  private void tell(String line) {
    BanNotice.read(line).ifPresent(banned::take);
  }

  private boolean isBanned(String address) {
    return banned.contains(EvidenceLine.address(address));
  }

  @Test
  void shouldKnowAddressesAndPrefixes() {
    tell("ban 192.0.2.7 60");
    tell("ban 198.51.100.0/25 60");
    tell("ban 2001:db8:0:1::/64 60");
    tell("ban 2001:db8:ff00::/40 60");

    assertTrue(isBanned("192.0.2.7"));
    assertFalse(isBanned("192.0.2.6"));
    assertTrue(isBanned("198.51.100.127"));
    assertFalse(isBanned("198.51.100.128"));
    assertTrue(isBanned("2001:db8:0:1:ffff::1"));
    assertFalse(isBanned("2001:db8:0:2::1"));
    assertTrue(isBanned("2001:db8:ffab::1"));
    assertFalse(isBanned("2001:db9::1"));
  }

  @Test
  void shouldKnowAllOfAFamilyByTheShortestPrefix() {
    tell("ban 0.0.0.0/0 60");

    assertTrue(isBanned("203.0.113.9"));
    assertFalse(isBanned("2001:db8::1"));
  }

  @Test
  void shouldForgetABanAtItsEnd() {
    tell("ban 192.0.2.7 2");
    nanos.addAndGet(2 * SECOND - 1);
    assertTrue(isBanned("192.0.2.7"));

    nanos.addAndGet(1);

    assertFalse(isBanned("192.0.2.7"));
  }

  @Test
  void shouldForgetABanThatIsLifted() {
    tell("ban 192.0.2.7 60");
    tell("ban 192.0.2.7 90");

    tell("lift 192.0.2.7");

    assertFalse(isBanned("192.0.2.7"));
    assertEquals(0, banned.size());
  }

  @Test
  void shouldLeaveOutBansBeyondItsBoundUntilOthersEnd() {
    for (int i = 0; i < BannedSources.MOST; i++) {
      tell("ban 10.1.%d.%d 5".formatted(i >> 8, i & 0xff));
    }
    tell("ban 192.0.2.7 60");
    assertEquals(BannedSources.MOST, banned.size());
    assertFalse(isBanned("192.0.2.7"));

    nanos.addAndGet(5 * SECOND);
    tell("ban 192.0.2.7 60");

    assertTrue(isBanned("192.0.2.7"));
    assertEquals(1, banned.size());
  }

  @Test
  void shouldLeaveOutMacAddresses() {
    tell("ban 02:00:00:00:00:01 60");
    tell("lift 02:00:00:00:00:01");

    assertEquals(0, banned.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ban 192.0.2.7",
        "ban 192.0.2.7 -1",
        "ban 192.0.2.7/33 60",
        "ban ::/129 60",
        "ban host 60",
        "lift",
        "evidence none SCAN 192.0.2.7 - 0",
        "rosa-firewall 1"
      })
  void shouldRefuseWhatIsNoNotice(String line) {
    assertThrows(IllegalArgumentException.class, () -> BanNotice.read(line));
  }
}
