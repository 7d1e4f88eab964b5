package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.config.IpLiteral;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class ClientLimitsTest {

  private final ClientLimits limits = new ClientLimits(1);

  private static Ends of(String client) {
    Ends ends = new Ends();
    ByteBuffer bytes = ByteBuffer.wrap(IpLiteral.parse(client).getAddress());
    ends.isIpv4 = bytes.remaining() == Integer.BYTES;
    ends.clientHigh = ends.isIpv4 ? 0 : bytes.getLong();
    ends.clientLow = ends.isIpv4 ? Integer.toUnsignedLong(bytes.getInt()) : bytes.getLong();
    return ends;
  }

  @Test
  void shouldCountTheAddressesOfOneHostTogether() {
    assertNotNull(limits.add(of("2001:db8::7")));
    assertNull(limits.add(of("2001:db8::8")));
    assertNotNull(limits.full(of("2001:db8::9")));
    assertNotNull(limits.add(of("2001:db8:0:1::7")));
    assertNotNull(limits.add(of("192.0.2.7")));
    assertNotNull(limits.add(of("192.0.2.8")));
  }

  /** Behind a translator all of IPv4 is in one /96 (RFC 6052). */
  @Test
  void shouldCountTheClientsOfATranslatorOneByOne() {
    ClientLimits.Share first = limits.add(of("64:ff9b::102:304"));
    assertNotNull(first);
    assertNull(limits.full(of("64:ff9b::102:305")));
    assertNotNull(limits.add(of("64:ff9b::102:305")));
    assertNull(limits.add(of("64:ff9b::102:304")));
    limits.remove(first);
    assertNotNull(limits.add(of("64:ff9b::102:304")));
  }
}
