package dev.rosa.proxy.divert;

/** A version of IP in nft's language: its digit in the names of sets, and its header's name. */
enum IpFamily {
  V4("4", "ip"),
  V6("6", "ip6");

  final String digit;
  final String header;

  IpFamily(String digit, String header) {
    this.digit = digit;
    this.header = header;
  }

  String in(String pattern) {
    return pattern.formatted(header);
  }
}
