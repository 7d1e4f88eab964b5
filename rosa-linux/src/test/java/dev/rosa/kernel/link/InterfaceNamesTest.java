package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the reader of {@code /proc/net/dev}. */
class InterfaceNamesTest {

  private static final String TEXT =
      """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
          lo: 9999888      77    0    0    0     0          0         0  9999888       77    0
      eth0:1:  123456     600    0    0    0     0          0         0     4321       50    0
      """;

  @Test
  void shouldReadPacketsOfEachInterfaceAlsoWhenANameHasAColon() {
    assertEquals(Map.of("lo", 77L, "eth0:1", 600L), InterfaceNames.parse(TEXT));
  }
}
