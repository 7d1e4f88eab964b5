package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Interfaces of whose packets bans see nothing, in a network of its own. */
class RedirectedLinksTest {
  private static final String PASSED_BY = "passed-by=eth0";

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
    program = net.enforcement();
    String unused = net.shell("v", "ip link add other type veth peer name far");
  }

  @AfterEach
  void end() {
    net.close();
  }

  @ParameterizedTest
  @CsvSource({
    "clsact, ingress, egress redirect, true",
    "clsact, ingress, ingress redirect, true",
    "ingress, parent ffff:, egress redirect, true",
    "clsact, ingress, egress mirror, false",
    "clsact, egress, egress redirect, false",
  })
  void shouldTellOfFiltersThatTakePacketsAway(
      String qdisc, String parent, String deed, boolean isTold) throws Exception {
    String unused = net.shell("v", "tc qdisc add dev eth0 " + qdisc);
    unused =
        net.shell(
            "v",
            "tc filter add dev eth0 %s protocol all prio 7 u32 match u32 0 0 action mirred %s dev other"
                .formatted(parent, deed));
    program.done("begin p LIFT ip 10");
    String report = program.say("report");
    assertEquals(isTold, report.contains(PASSED_BY), report);
  }

  @Test
  void shouldTellNothingOfLinksWithoutAFilter() throws Exception {
    String unused = net.shell("v", "tc qdisc add dev eth0 clsact");
    program.done("begin p LIFT ip 10");
    program.done("ban 10.0.0.2 600");
    assertFalse(program.say("report").contains(PASSED_BY));
    assertTrue(net.isDropped("a", "10.0.0.1"));
  }
}
