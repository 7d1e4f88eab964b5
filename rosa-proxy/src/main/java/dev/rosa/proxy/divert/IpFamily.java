package dev.rosa.proxy.divert;

/**
 * A version of IP in nft's language: its digit in the names of sets, its header's name, and that of
 * the hops that a packet may still take.
 */
enum IpFamily {
  V4("4", "ip", "ip ttl"),
  V6("6", "ip6", "ip6 hoplimit");

  final String digit;
  final String header;
  final String hops;

  IpFamily(String digit, String header, String hops) {
    this.digit = digit;
    this.header = header;
    this.hops = hops;
  }

  String in(String pattern) {
    return pattern.formatted(header);
  }
}
