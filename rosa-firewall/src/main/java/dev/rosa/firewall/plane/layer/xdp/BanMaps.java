package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.bpf.BpfMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's maps of banned sources to the end of their bans, in nanoseconds of CLOCK_MONOTONIC,
 * and its counts of dropped packets. Owned by one thread.
 */
final class BanMaps implements AutoCloseable {

  /** {@code u32} length of the prefix, address. */
  static final int IPV4_KEY_BYTES = 8;

  /** {@code u32} length of the prefix, address. */
  static final int IPV6_KEY_BYTES = 20;

  /** Address, two zeros. */
  static final int MAC_KEY_BYTES = 8;

  /** Entries of the counts: packets and bytes each. */
  static final int IP_COUNT = 0;

  static final int MAC_COUNT = 1;

  private static final int COUNTED = 2;

  private final BpfMap ipv4;
  private final BpfMap ipv6;
  private final BpfMap mac;
  private final BpfMap counts;

  private BanMaps(BpfMap ipv4, BpfMap ipv6, BpfMap mac, BpfMap counts) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
    this.mac = mac;
    this.counts = counts;
  }

  /**
   * Makes empty maps.
   *
   * @param most most sources of each family
   * @throws IOException in one line if the kernel refuses
   */
  static BanMaps create(int most) throws IOException {
    BpfMap[] made = new BpfMap[4];
    try {
      made[0] = BpfMap.hash("rosa_ban_ipv4", IPV4_KEY_BYTES, most);
      made[1] = BpfMap.hash("rosa_ban_ipv6", IPV6_KEY_BYTES, most);
      made[2] = BpfMap.hash("rosa_ban_mac", MAC_KEY_BYTES, most);
      made[3] = BpfMap.perProcessorArray("rosa_dropped", COUNTED, MAC_COUNT + 1);
    } catch (IOException e) {
      close(made);
      throw e;
    }
    return new BanMaps(made[0], made[1], made[2], made[3]);
  }

  BpfMap ipv4() {
    return ipv4;
  }

  BpfMap ipv6() {
    return ipv6;
  }

  BpfMap mac() {
    return mac;
  }

  BpfMap counts() {
    return counts;
  }

  /**
   * Bans a source until then, or changes the end of its ban.
   *
   * @return false if there is no room for it
   */
  boolean put(Source source, long endNanos) throws IOException {
    return mapOf(source).put(key(source), endNanos);
  }

  /** Ends a source's ban; nothing happens if there is none. */
  void remove(Source source) throws IOException {
    boolean unused = mapOf(source).remove(key(source));
  }

  private BpfMap mapOf(Source source) {
    return switch (source.family()) {
      case IPV4 -> ipv4;
      case IPV6 -> ipv6;
      case MAC -> mac;
    };
  }

  private static byte[] key(Source source) {
    return switch (source.family()) {
      case IPV4 -> prefixKey(source, IPV4_KEY_BYTES);
      case IPV6 -> prefixKey(source, IPV6_KEY_BYTES);
      case MAC -> ByteBuffer.allocate(MAC_KEY_BYTES).put(source.bytes()).array();
    };
  }

  private static byte[] prefixKey(Source source, int bytes) {
    ByteBuffer key = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    return key.putInt(source.prefixLength()).put(source.bytes()).array();
  }

  /** What was dropped since these maps were made. */
  FrontCounts dropped() throws IOException {
    long[] ip = counts.sums(IP_COUNT, COUNTED);
    long[] macs = counts.sums(MAC_COUNT, COUNTED);
    return new FrontCounts(ip[0], ip[1], macs[0], macs[1]);
  }

  @Override
  public void close() {
    close(ipv4, ipv6, mac, counts);
  }

  private static void close(BpfMap... maps) {
    for (BpfMap map : maps) {
      if (map != null) {
        map.close();
      }
    }
  }
}
