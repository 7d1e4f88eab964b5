package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.nft.NftExpressions;
import dev.rosa.kernel.nft.NftExpressions.Header;
import dev.rosa.kernel.nft.NftSet;
import java.util.Comparator;
import java.util.Locale;

/**
 * A set of banned sources that are looked up in the same way: by the first bits of a packet's
 * source address, or by its source MAC address. Immutable.
 *
 * @param kind what happens to packets of its elements
 * @param family what its elements are
 * @param prefixLength bits of an address that are looked up
 */
record BanSet(Kind kind, Source.Family family, int prefixLength) implements Comparable<BanSet> {

  /** Fate of the packets of a set's elements. */
  enum Kind {
    /** They are dropped. */
    DROP,
    /** They are dropped, for they have the MAC address of a banned IP address. */
    NEIGHBOUR,
    /** Those beyond a rate are dropped. */
    LIMIT
  }

  /** MAC addresses of banned IP addresses. */
  static final BanSet NEIGHBOURS =
      new BanSet(Kind.NEIGHBOUR, Source.Family.MAC, Source.Family.MAC.bits());

  private static final Comparator<BanSet> ORDER =
      Comparator.comparing(BanSet::kind)
          .thenComparing(BanSet::family)
          .thenComparing(BanSet::prefixLength, Comparator.reverseOrder());

  private static final int IPV4 = 0x0800;
  private static final int IPV6 = 0x86dd;
  private static final int ARP = 0x0806;
  private static final int ETHERNET = 1;

  private static final int MAC_OFFSET = 6;

  /** Place of the sender's MAC address in an ARP message (RFC 826). */
  private static final int ARP_SENDER_OFFSET = 8;

  private static final int IPV4_OFFSET = 12;
  private static final int IPV6_OFFSET = 8;

  /** The set that a ban belongs to. */
  static BanSet of(Ban ban) {
    Kind kind = ban.action() == Ban.Action.DROP ? Kind.DROP : Kind.LIMIT;
    return new BanSet(kind, ban.source().family(), ban.source().prefixLength());
  }

  /** The layer that counts what it drops. */
  Layer layer() {
    if (kind == Kind.LIMIT) {
      return Layer.LIMIT;
    }
    return family == Source.Family.MAC ? Layer.MAC : Layer.IP;
  }

  /**
   * The set in the kernel.
   *
   * @param run number of the plane's start, as an earlier one may have left a set
   * @param limitPerSecond rate of a limited source
   */
  NftSet inKernel(int run, int limitPerSecond) {
    NftSet.Key key =
        switch (family) {
          case IPV4 -> NftSet.Key.IPV4;
          case IPV6 -> NftSet.Key.IPV6;
          case MAC -> NftSet.Key.MAC;
        };
    return new NftSet(name(run), key, kind == Kind.LIMIT ? limitPerSecond : 0);
  }

  /** Its name in the kernel. */
  String name(int run) {
    String words = kind + "_" + family;
    String length = family == Source.Family.MAC ? "" : "_" + prefixLength;
    return words.toLowerCase(Locale.ROOT) + length + "_" + run;
  }

  /** Writes the rule that drops packets of its elements. */
  void writeRule(NftExpressions rule, String setName) {
    switch (family) {
      case IPV4 -> writeIp(rule.protocolIs(IPV4), IPV4_OFFSET);
      case IPV6 -> writeIp(rule.protocolIs(IPV6), IPV6_OFFSET);
      case MAC -> writeMac(rule.linkTypeIs(ETHERNET));
    }
    drop(rule, setName);
  }

  private void drop(NftExpressions rule, String setName) {
    rule.isIn(setName).count(layer().counter()).drop();
  }

  /** True if it has a rule for senders of ARP, too: if an operator has banned MAC addresses. */
  boolean dropsArpSenders() {
    return kind == Kind.DROP && family == Source.Family.MAC;
  }

  /**
   * Writes the rule that drops ARP with a sender of its elements, in frames of any source: the
   * neighbour table believes the message.
   */
  void writeArpRule(NftExpressions rule, String setName) {
    drop(
        rule.linkTypeIs(ETHERNET)
            .protocolIs(ARP)
            .load(Header.NETWORK, ARP_SENDER_OFFSET, keyBytes()),
        setName);
  }

  /**
   * ARP of a neighbour goes on, and so does its counterpart in IPv6: the neighbour table has to
   * show if another address comes to use its MAC. A MAC address that an operator has banned could
   * claim allowed addresses by it.
   */
  private void writeMac(NftExpressions rule) {
    NftExpressions checked = kind == Kind.NEIGHBOUR ? rule.protocolIsNot(ARP) : rule;
    NftExpressions unused = checked.load(Header.LINK, MAC_OFFSET, keyBytes());
  }

  private void writeIp(NftExpressions rule, int offset) {
    rule.load(Header.NETWORK, offset, keyBytes());
    if (prefixLength < family.bits()) {
      rule.mask(mask());
    }
  }

  private byte[] mask() {
    return new Source(family, -1L, -1L, prefixLength).bytes();
  }

  private int keyBytes() {
    return family.bits() / Byte.SIZE;
  }

  @Override
  public int compareTo(BanSet other) {
    return ORDER.compare(this, other);
  }
}
