package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client whose link is a macvlan on a pair of links that leads back into the namespace of the
 * proxy, and that marks its requests as judged ones.
 */
@Tag("endtoend")
class ProxyForeignMarksTest extends ProxyRig {

  private static final String RULES =
      """
      <rules>
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="web" action="allow" protocols="http https"/>
      </rules>
      """;
  private static final String REFUSED = "refused by rule no-secret\n403";

  /** The client's MAC address, with which a frame that returns says that it may pass. */
  private static final String PASSES = "02:52:4f:00:00:01";

  @BeforeEach
  void stack() throws Exception {
    net.shell(
        """
        ip link del r0
        ip link add r0 type veth peer name va
        ip addr add 10.0.1.1/24 dev r0; ip link set r0 up; ip link set va up
        """);
    String make = "ip link add link va name m0 address " + PASSES + " type macvlan mode bridge";
    assumeTrue(net.run(List.of("sh", "-c", make)).exit() == 0, "this kernel has no macvlan");
    net.shell(
        """
        ip link set m0 netns src
        ip -n src addr add 10.0.1.2/24 dev m0; ip -n src link set m0 up
        ip -n src route add default via 10.0.1.1
        """);
    Await.until("the server to be reached", () -> fetch("/small").equals("a small answer\n200"));
  }

  /** The packets of its requests get a mark, those that open a connection none. */
  private void mark(String mark) throws Exception {
    net.shell(
        """
        ip netns exec src nft 'add table inet m; delete table inet m; table inet m { chain o {
          type filter hook output priority 0; tcp flags & psh != 0 meta mark set %s; }; }'
        """
            .formatted(mark));
  }

  private long cleared() throws Exception {
    return status().at("/kernelPart/packets/foreign_marks").asLong();
  }

  private void assertJudges(String mark) throws Exception {
    mark(mark);
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("a small answer\n200", fetch("/small"));
      assertEquals(REFUSED, fetch("/secret"));
      assertFalse(accessLog().contains("secret"), accessLog());
      assertTrue(net.shell("nft list ruleset").contains("hook egress device \"va\""));
      Await.until(() -> "marks to be counted: " + statusText(), () -> cleared() > 0);
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
    }
  }

  private String statusText() {
    try {
      return status().toString();
    } catch (Exception e) {
      return e.toString();
    }
  }

  @Test
  void shouldJudgeRequestsThatAreMarkedAsReturned() throws Exception {
    assertJudges("0x524f0002");
  }

  @Test
  void shouldJudgeRequestsThatAreMarkedAsThoseThatTheCacheLetsPass() throws Exception {
    assertJudges("0x524f0004");
  }
}
