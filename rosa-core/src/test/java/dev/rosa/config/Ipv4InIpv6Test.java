package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Ipv4InIpv6Test {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "64:ff9b::102:304",
        "64:ff9b::ffff:ffff",
        "64:ff9b:1::102:304",
        "64:ff9b:1:ffff:ff:ffff:ff00:0",
        "::102:304",
        "::ffff:0:102:304",
        "::1"
      })
  void shouldKnowAddressesThatStandForIpv4(String address) {
    assertTrue(Ipv4InIpv6.holds(IpLiteral.parse(address)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "64:ff9b::1:102:304",
        "64:ff9b:0:1::102:304",
        "64:ff9b:2::102:304",
        "0:0:0:1::102:304",
        "2001:db8::102:304",
        "fe80::1",
        "0.0.0.0",
        "1.2.3.4"
      })
  void shouldTakeOthersForWhatTheyAre(String address) {
    assertFalse(Ipv4InIpv6.holds(IpLiteral.parse(address)));
  }
}
