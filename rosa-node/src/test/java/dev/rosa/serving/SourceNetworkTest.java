package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rosa.config.IpLiteral;
import org.junit.jupiter.api.Test;

final class SourceNetworkTest {

  private static SourceNetwork of(String address) {
    return SourceNetwork.of(IpLiteral.parse(address));
  }

  @Test
  void shouldCountTheAddressesOfOneHostTogether() {
    assertEquals(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::1"));
    assertNotEquals(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
    assertEquals(of("2001:db8:1:2::7").site(), of("2001:db8:1:3::7").site());
    assertEquals("192.0.2.7", of("192.0.2.7").toString());
  }

  /** Behind a translator all of IPv4 is in one /96 (RFC 6052). */
  @Test
  void shouldCountTheClientsOfATranslatorOneByOne() {
    for (String prefix : new String[] {"64:ff9b::", "64:ff9b:1:7::", "::ffff:0:"}) {
      SourceNetwork client = of(prefix + "102:304");
      SourceNetwork other = of(prefix + "102:305");
      assertNotEquals(client, other);
      assertNotEquals(client.site(), other.site());
      assertEquals(client, client.site());
      assertEquals(128, client.prefixBits());
    }
  }
}
