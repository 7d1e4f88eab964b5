package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.bpf.BpfProgram;
import dev.rosa.kernel.bpf.BpfTestRun;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the program on packets, by the kernel that runs it. */
class DropProgramTest {

  private static final int DROP = 1;
  private static final int PASS = 2;
  private static final byte[] PAYLOAD = new byte[20];
  private static final Source SERVER = Source.parse("198.51.100.9");
  private static final Source SERVER6 = Source.parse("2001:db8:9::9");
  private static final PrefixLengths ALL =
      new PrefixLengths(List.of(32, 24, 0), List.of(128, 64, 48, 33), true);

  private BanMaps maps;

  @BeforeEach
  void makeMaps() throws Exception {
    BpfTestRun.assumeBpf();
    maps = BanMaps.create(16);
  }

  @AfterEach
  void close() {
    if (maps != null) {
      maps.close();
    }
  }

  private void ban(String... sources) throws Exception {
    for (String source : sources) {
      maps.put(Source.parse(source), Long.MAX_VALUE);
    }
  }

  private int verdict(PrefixLengths lengths, byte[] frame) throws Exception {
    byte[] code = DropProgram.instructions(maps, lengths);
    try (BpfProgram program = BpfProgram.load(BpfProgram.XDP, "rosa_test", code)) {
      return BpfTestRun.run(program, frame);
    }
  }

  private int verdict(byte[] frame) throws Exception {
    return verdict(ALL, frame);
  }

  private static byte[] from(String source) {
    Source from = Source.parse(source);
    Source to = from.family() == Source.Family.IPV4 ? SERVER : SERVER6;
    return Frames.udp(Frames.SENDER_MAC, from, to, 53, PAYLOAD);
  }

  @Test
  void shouldPassAllWhenNobodyIsBanned() throws Exception {
    assertEquals(PASS, verdict(from("192.0.2.7")));
    assertEquals(PASS, verdict(from("2001:db8::1")));
  }

  @Test
  void shouldDropTheBannedAddressAlone() throws Exception {
    ban("192.0.2.7", "2001:db8::1");
    assertEquals(DROP, verdict(from("192.0.2.7")));
    assertEquals(PASS, verdict(from("192.0.2.8")));
    assertEquals(DROP, verdict(from("2001:db8::1")));
    assertEquals(PASS, verdict(from("2001:db8::2")));
  }

  @Test
  void shouldDropAllAddressesOfABannedPrefix() throws Exception {
    ban("192.0.2.0/24", "2001:db8:1:2::/64", "2001:db8:8000::/33", "2001:db9:7::/48");
    assertEquals(DROP, verdict(from("192.0.2.255")));
    assertEquals(PASS, verdict(from("192.0.3.0")));
    assertEquals(DROP, verdict(from("2001:db8:1:2:ffff::1")));
    assertEquals(PASS, verdict(from("2001:db8:1:3::1")));
    assertEquals(DROP, verdict(from("2001:db8:ffff::1")));
    assertEquals(PASS, verdict(from("2001:db8:7fff::1")));
    assertEquals(DROP, verdict(from("2001:db9:7:1::1")));
  }

  @Test
  void shouldDropEverySourceWhenThePrefixIsEmpty() throws Exception {
    ban("0.0.0.0/0");
    assertEquals(DROP, verdict(from("203.0.113.255")));
    assertEquals(PASS, verdict(from("2001:db8::1")));
  }

  @Test
  void shouldDropABannedMacAlsoWithoutIp() throws Exception {
    ban("02:00:00:00:00:09");
    assertEquals(DROP, verdict(from("192.0.2.7")));
    byte[] arp = Arrays.copyOf(from("192.0.2.7"), 60);
    arp[13] = 6;
    assertEquals(DROP, verdict(arp));
    arp[11] = 8;
    assertEquals(PASS, verdict(arp));
  }

  @Test
  void shouldPassTaggedAndShortFrames() throws Exception {
    ban("192.0.2.7", "2001:db8::1");
    assertEquals(PASS, verdict(Frames.tagged(from("192.0.2.7"))));
    assertEquals(PASS, verdict(Arrays.copyOf(from("192.0.2.7"), 33)));
    assertEquals(DROP, verdict(Arrays.copyOf(from("192.0.2.7"), 34)));
    assertEquals(PASS, verdict(Arrays.copyOf(from("2001:db8::1"), 53)));
    assertEquals(DROP, verdict(Arrays.copyOf(from("2001:db8::1"), 54)));
  }

  @Test
  void shouldPassASourceWhoseBanHasEnded() throws Exception {
    maps.put(Source.parse("192.0.2.7"), System.nanoTime() - 1);
    maps.put(Source.parse("192.0.2.8"), System.nanoTime() + 3_600_000_000_000L);
    assertEquals(PASS, verdict(from("192.0.2.7")));
    assertEquals(DROP, verdict(from("192.0.2.8")));
  }

  @Test
  void shouldLookAtThePrefixWhenTheAddressHasEnded() throws Exception {
    maps.put(Source.parse("192.0.2.7"), 1);
    ban("192.0.2.0/24");
    assertEquals(DROP, verdict(from("192.0.2.7")));
  }

  @Test
  void shouldCountDroppedPacketsByWhatWasBanned() throws Exception {
    ban("192.0.2.7", "02:00:00:00:00:0a");
    byte[] frame = from("192.0.2.7");
    verdict(frame);
    verdict(frame);
    byte[] other = from("192.0.2.8");
    other[11] = 10;
    verdict(other);
    verdict(from("192.0.2.9"));
    int bytes = frame.length;
    assertEquals(new FrontCounts(2, 2L * bytes, 1, bytes), maps.dropped());
  }

  @Test
  void shouldLoadWithEachKindOfSourceAlone() throws Exception {
    ban("192.0.2.7", "2001:db8::/64", "02:00:00:00:00:0a");
    byte[] otherMac = from("192.0.2.8");
    otherMac[11] = 10;
    PrefixLengths ipv4 = new PrefixLengths(List.of(32), List.of(), false);
    PrefixLengths ipv6 = new PrefixLengths(List.of(), List.of(64), false);
    PrefixLengths macs = new PrefixLengths(List.of(), List.of(), true);
    assertEquals(DROP, verdict(ipv4, from("192.0.2.7")));
    assertEquals(PASS, verdict(ipv4, from("2001:db8::1")));
    assertEquals(DROP, verdict(ipv6, from("2001:db8::1")));
    assertEquals(PASS, verdict(ipv6, otherMac));
    assertEquals(DROP, verdict(macs, otherMac));
    assertEquals(PASS, verdict(macs, from("192.0.2.7")));
    assertEquals(PASS, verdict(PrefixLengths.NONE, from("192.0.2.7")));
  }

  @Test
  void shouldSayThatThereIsNoRoomInFullMaps() throws Exception {
    try (BanMaps small = BanMaps.create(1)) {
      assertTrue(small.put(Source.parse("192.0.2.7"), 1));
      assertFalse(small.put(Source.parse("192.0.2.8"), 1));
      small.remove(Source.parse("192.0.2.7"));
      assertTrue(small.put(Source.parse("192.0.2.8"), 1));
    }
  }

  @Test
  void shouldLoadWithEveryPrefixLength() throws Exception {
    List<Integer> ipv4 = IntStream.rangeClosed(0, 32).boxed().toList();
    List<Integer> ipv6 = IntStream.rangeClosed(0, 128).boxed().toList();
    PrefixLengths every = new PrefixLengths(longestFirst(ipv4), longestFirst(ipv6), true);
    ban("2001:db8::/29");
    assertEquals(DROP, verdict(every, from("2001:dbf:ffff::1")));
    assertEquals(PASS, verdict(every, from("2001:dc0::1")));
  }

  private static List<Integer> longestFirst(List<Integer> lengths) {
    return lengths.stream().sorted(Comparator.reverseOrder()).toList();
  }
}
