package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ConnectionSharesTest {

  private static final SourceNetwork HERE = SourceNetwork.of(IpLiteral.parse("192.0.2.1"));
  private static final SourceNetwork THERE = SourceNetwork.of(IpLiteral.parse("192.0.2.2"));

  private final PeerRefusals refusals = new PeerRefusals();
  private final List<String> closed = new ArrayList<>();
  private long now;

  private ConnectionShares<String> shares(int all, int ofSource, int unfinished) {
    ConnectionLimits limits = new ConnectionLimits(all, ofSource, 2, unfinished, null, 2);
    return new ConnectionShares<>(limits, refusals, new Random(1), closed::add);
  }

  @Test
  void shouldCloseAllConnectionsOfAnIdentityAndRefuseItForAMinuteWhenItIsExpelled() {
    ConnectionLimits limits = new ConnectionLimits(10, 10, 3, 5, null, 2);
    ConnectionShares<String> shares =
        new ConnectionShares<>(limits, refusals, new Random(1), closed::add, () -> now);
    for (String connection : List.of("m1", "m2", "c1", "m3", "m4")) {
      assertTrue(shares.admit(connection, HERE));
    }
    assertTrue(shares.finish("m1", "mallory") && shares.finish("m2", "mallory"));
    assertTrue(shares.finish("c1", "carol"));
    shares.expelIdentity(PeerRefusal.TLS_BOUNDS, "mallory");
    assertEquals(Set.of("m1", "m2"), Set.copyOf(closed));
    assertFalse(shares.finish("m3", "mallory"));
    assertEquals(1, refusals.counted(PeerRefusal.EXPELLED));
    now += TimeUnit.MINUTES.toNanos(1);
    assertTrue(shares.finish("m4", "mallory"));
    assertEquals(2, shares.open());
  }

  @Test
  void shouldCloseOneUnfinishedConnectionWhenTheirShareIsFull() {
    ConnectionShares<String> shares = shares(10, 10, 2);
    assertTrue(shares.admit("a", HERE));
    assertTrue(shares.admit("b", HERE));
    assertTrue(shares.admit("c", HERE));
    assertEquals(1, closed.size());
    assertFalse(closed.contains("c"));
    assertEquals(2, shares.unfinished());
    assertEquals(1, refusals.counted(PeerRefusal.UNFINISHED_SHARE));
  }

  @Test
  void shouldCloseConnectionOfTheSourceThatHasMostWhenAnotherOneComes() {
    ConnectionShares<String> shares = shares(10, 10, 3);
    assertTrue(shares.admit("honest", THERE));
    for (int i = 0; i < 100; i++) {
      assertTrue(shares.admit("flood" + i, HERE));
    }
    assertFalse(closed.contains("honest"));
    assertTrue(shares.finish("honest", "alice"));
  }

  @Test
  void shouldCloseSilentConnectionFirstWhenOthersWereHeard() {
    ConnectionShares<String> shares = shares(10, 10, 4);
    assertTrue(shares.admit("heard", HERE));
    shares.heard("heard");
    for (int i = 0; i < 100; i++) {
      assertTrue(shares.admit("silent" + i, THERE));
    }
    assertTrue(shares.finish("heard", "alice"));
  }

  @Test
  void shouldKeepSilentConnectionsWhenMostWereHeard() {
    ConnectionShares<String> shares = shares(10, 10, 4);
    assertTrue(shares.admit("silent", HERE));
    for (int i = 0; i < 100; i++) {
      assertTrue(shares.admit("heard" + i, THERE));
      shares.heard("heard" + i);
    }
    assertTrue(shares.finish("silent", "alice"));
  }

  @Test
  void shouldCloseConnectionOfTheSiteThatHasManyWhenItsNetworksHaveOneEach() {
    ConnectionShares<String> shares = shares(100, 100, 32);
    assertTrue(shares.admit("honest", THERE));
    for (int i = 0; i < 10_000; i++) {
      InetAddress address = IpLiteral.parse("2001:db8:1:%x::1".formatted(i));
      assertTrue(shares.admit("flood" + i, SourceNetwork.of(address)));
    }
    assertTrue(shares.finish("honest", "alice"));
  }

  @Test
  void shouldKeepFinishedConnectionsWhenOthersCome() {
    ConnectionShares<String> shares = shares(3, 3, 3);
    assertTrue(shares.admit("a", HERE));
    assertTrue(shares.finish("a", "alice"));
    assertTrue(shares.admit("b", HERE));
    assertTrue(shares.finish("b", "bob"));
    assertTrue(shares.admit("c", HERE));
    assertTrue(shares.admit("d", THERE));
    assertEquals(List.of("c"), closed);
    assertTrue(shares.finish("d", "carol"));
    assertFalse(shares.admit("e", THERE));
    assertEquals(1, refusals.counted(PeerRefusal.ALL_TAKEN));
  }

  @Test
  void shouldRefuseSourceWithoutTouchingOthersWhenItHasItsShareOfFinishedConnections() {
    ConnectionShares<String> shares = shares(10, 1, 10);
    assertTrue(shares.admit("a", HERE));
    assertTrue(shares.finish("a", "alice"));
    assertFalse(shares.admit("b", HERE));
    assertTrue(shares.admit("c", THERE));
    assertEquals(1, refusals.counted(PeerRefusal.SOURCE_SHARE));
    shares.closed("a");
    assertTrue(shares.admit("b", HERE));
  }

  @Test
  void shouldRefuseIdentityFromAnySourceWhenItHasItsShare() {
    ConnectionShares<String> shares = shares(10, 10, 10);
    for (String connection : List.of("a", "b", "c")) {
      assertTrue(shares.admit(connection, connection.equals("a") ? HERE : THERE));
      assertEquals(!connection.equals("c"), shares.finish(connection, "alice"));
    }
    assertEquals(1, refusals.counted(PeerRefusal.IDENTITY_SHARE));
    shares.closed("c");
    assertEquals(0, refusals.counted(PeerRefusal.HANDSHAKE_UNFINISHED));
    shares.closed("a");
    assertTrue(shares.admit("d", HERE));
    assertTrue(shares.finish("d", "alice"));
    assertEquals(2, shares.open());
  }

  @Test
  void shouldNotFinishConnectionThatHasGivenWay() {
    ConnectionShares<String> shares = shares(10, 10, 1);
    assertTrue(shares.admit("a", HERE));
    assertTrue(shares.admit("b", HERE));
    assertFalse(shares.finish("a", "alice"));
    shares.closed("a");
    assertEquals(0, refusals.counted(PeerRefusal.HANDSHAKE_UNFINISHED));
  }

  @Test
  void shouldCountIpv6ByItsSixtyFourBitPrefix() {
    SourceNetwork one = SourceNetwork.of(IpLiteral.parse("2001:db8:0:1::1"));
    SourceNetwork same = SourceNetwork.of(IpLiteral.parse("2001:db8:0:1:ffff::2"));
    SourceNetwork other = SourceNetwork.of(IpLiteral.parse("2001:db8:0:2::1"));
    assertEquals(one, same);
    assertFalse(one.equals(other));
    assertEquals(one.site(), other.site());
    assertEquals("2001:db8:0:1:0:0:0:0/64", one.toString());
    assertEquals("2001:db8:0:0:0:0:0:0/48", one.site().toString());
    assertEquals(HERE, HERE.site());
    assertEquals("192.0.2.1", HERE.toString());
  }
}
