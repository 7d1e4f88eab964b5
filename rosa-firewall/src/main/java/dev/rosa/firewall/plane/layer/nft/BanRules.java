package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Devices;
import dev.rosa.kernel.nft.NftExpressions;
import dev.rosa.kernel.nft.NftExpressions.Header;
import dev.rosa.kernel.nft.NftTransaction;
import java.util.Set;
import java.util.SortedSet;

/**
 * Writer of the two chains that all interfaces lead to: bans, which hold wherever a packet comes
 * in, and limits, for which it counts once. One thread's.
 */
final class BanRules {

  /** The chain of bans. */
  static final String BANS = "bans";

  /** The chain of limits. */
  static final String LIMITS = "limits";

  /** EtherTypes of VLAN tags. */
  private static final int[] TAGS = {0x8100, 0x88a8};

  /** Places of the first two tags' numbers of the VLAN in a frame. */
  private static final int[] TAG_OFFSETS = {14, 18};

  /** Bits of such a number, which is 0 for a priority tag. */
  private static final byte[] VLAN_OF_TAG = {0x0f, (byte) 0xff};

  private static final int ETHER_TYPE = 12;

  private static final int IPV6 = 0x86dd;
  private static final byte ICMPV6 = 58;

  /** Places in a packet of IPv6. */
  private static final int NEXT_HEADER = 6;

  private static final int IPV6_SOURCE = 8;
  private static final int ICMPV6_TYPE = 40;

  /** Begin of an IPv6 address that stands for one of IPv4 (RFC 4291 §2.5.5.2). */
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};

  /** Types of ICMPv6: neighbour solicitation and advertisement. */
  private static final byte[] DISCOVERY = {(byte) 135, (byte) 136};

  /** Marks of packets that a role of ROSA has come in again at their interface. */
  private static final int[] RETURNED = {ReturnMark.DEFAULT, ReturnMark.PROXY};

  private final NftTransaction transaction;
  private final int run;

  /** Rules for the sets of a start. */
  BanRules(NftTransaction transaction, int run) {
    this.transaction = transaction;
    this.run = run;
  }

  /** True if there are limits among the sets. */
  static boolean hasLimits(SortedSet<BanSet> sets) {
    return sets.stream().anyMatch(BanRules::isLimit);
  }

  private static boolean isLimit(BanSet set) {
    return set.kind() == BanSet.Kind.LIMIT;
  }

  /** Writes them, in place of those of the chains that are there. */
  void write(SortedSet<BanSet> sets, Set<String> present) {
    begin(BANS, present);
    if (sets.stream().anyMatch(set -> set.family() != Source.Family.MAC)) {
      writeHiddenRules();
    }
    if (sets.stream().anyMatch(set -> set.family() == Source.Family.IPV4)) {
      transaction.addRule(BANS, BanRules::writeMapped);
    }
    for (BanSet set : sets) {
      if (set.kind() == BanSet.Kind.NEIGHBOUR) {
        writeDiscoveryRules();
      }
      if (!isLimit(set)) {
        transaction.addRule(BANS, rule -> set.writeRule(rule, set.name(run)));
      }
      if (set.dropsArpSenders()) {
        transaction.addRule(BANS, rule -> set.writeArpRule(rule, set.name(run)));
      }
    }
    if (hasLimits(sets)) {
      writeLimits(sets, present);
    }
  }

  private void begin(String chain, Set<String> present) {
    transaction.addChain(chain);
    if (present.contains(chain)) {
      transaction.flushChain(chain);
    }
  }

  /** Lets packets that return from a role pass: they have counted. No neighbour's has a mark. */
  private void writeLimits(SortedSet<BanSet> sets, Set<String> present) {
    begin(LIMITS, present);
    for (int mark : RETURNED) {
      transaction.addRule(LIMITS, rule -> rule.markIs(mark).goBack());
    }
    sets.stream()
        .filter(BanRules::isLimit)
        .forEach(set -> transaction.addRule(LIMITS, rule -> set.writeRule(rule, set.name(run))));
  }

  /** Writes an interface's ways to the limits. */
  static void writeJumps(NftTransaction transaction, String chain, Devices.Counted counted) {
    switch (counted) {
      case ALL -> transaction.addRule(chain, rule -> rule.jump(LIMITS));
      case TAGGED -> {
        for (int tag : TAGS) {
          transaction.addRule(
              chain,
              rule ->
                  rule.load(Header.LINK, ETHER_TYPE, Short.BYTES)
                      .is((byte) (tag >> Byte.SIZE), (byte) tag)
                      .jump(LIMITS));
        }
      }
      case NONE -> {}
    }
  }

  /**
   * Drops frames with a further tag if it or the one before is a priority tag: the kernel takes one
   * off before this chain and the others behind it, so that no rule for an address sees the packet.
   */
  private void writeHiddenRules() {
    for (int tag : TAGS) {
      for (int offset : TAG_OFFSETS) {
        transaction.addRule(BANS, rule -> writeHidden(rule.protocolIs(tag), offset));
      }
    }
  }

  private static void writeHidden(NftExpressions rule, int offset) {
    rule.load(Header.LINK, offset, VLAN_OF_TAG.length)
        .mask(VLAN_OF_TAG)
        .isZero(VLAN_OF_TAG.length)
        .count(Layer.IP.counter())
        .drop();
  }

  /**
   * Drops packets of IPv6 whose source stands for an address of IPv4: no network carries them, and
   * a program that listens for both takes them for those of that address.
   */
  private static void writeMapped(NftExpressions rule) {
    rule.protocolIs(IPV6)
        .load(Header.NETWORK, IPV6_SOURCE, MAPPED.length)
        .is(MAPPED)
        .count(Layer.IP.counter())
        .drop();
  }

  /**
   * Lets neighbour solicitations and advertisements pass whose address is not banned, as {@link
   * BanSet#writeRule} lets ARP: the neighbour table has to show the owner of a MAC address.
   */
  private void writeDiscoveryRules() {
    for (byte type : DISCOVERY) {
      transaction.addRule(
          BANS,
          rule ->
              rule.protocolIs(IPV6)
                  .load(Header.NETWORK, NEXT_HEADER, 1)
                  .is(ICMPV6)
                  .load(Header.NETWORK, ICMPV6_TYPE, 1)
                  .is(type)
                  .goBack());
    }
  }
}
