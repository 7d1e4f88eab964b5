package dev.rosa.firewall.plane.layer.xdp;

import java.util.List;

/**
 * Lengths of the prefixes that are banned, longest first: a packet's source is looked up once for
 * each. Immutable.
 *
 * @param ipv4 lengths of IPv4 prefixes in bits
 * @param ipv6 lengths of IPv6 prefixes in bits
 * @param macs true if MAC addresses are banned
 */
record PrefixLengths(List<Integer> ipv4, List<Integer> ipv6, boolean macs) {

  static final PrefixLengths NONE = new PrefixLengths(List.of(), List.of(), false);

  PrefixLengths {
    ipv4 = List.copyOf(ipv4);
    ipv6 = List.copyOf(ipv6);
  }
}
