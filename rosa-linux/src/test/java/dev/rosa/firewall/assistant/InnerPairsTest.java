package dev.rosa.firewall.assistant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.Link;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Search for pairs of links that lead back into their own network namespace. */
class InnerPairsTest {

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0");

  private List<String> ends() {
    return InnerPairs.endsIn(kernel.links).stream().map(Link::name).toList();
  }

  private List<String> passable() {
    return InnerPairs.passableIn(kernel.links).stream().map(Link::name).toList();
  }

  @Test
  void shouldFindBothEndsOfAPairWithinTheNamespace() {
    kernel.pair("vb", "va");
    kernel.stack("nk0", "netkit", "nk1");
    kernel.stack("nk1", "netkit", "nk0");
    assertEquals(List.of("vb", "va", "nk0", "nk1"), ends());
    assertEquals(ends(), passable());
  }

  @Test
  void shouldLeaveOutPairsWhoseOtherEndIsElsewhere() {
    // Another link has the name or the number that the other end has elsewhere.
    kernel.stack("v0", "veth", "");
    kernel.stack("v1", "veth", "gone");
    kernel.stack("v2", "veth", "r0");
    kernel.stack("v3", "veth", "v1");
    assertEquals(List.of(), ends());
  }

  @Test
  void shouldLeaveOutWhatIsStackedOnAnotherLink() {
    kernel.pair("va", "vb");
    kernel.stack("mv0", "macvlan", "va");
    kernel.stack("va.7", "vlan", "va");
    assertEquals(List.of("va", "vb"), ends());
  }

  @Test
  void shouldLeaveOutAssistantLinksOfAnyRole() throws Exception {
    for (String role : List.of("router r1", "proxy p1")) {
      String link = role.substring(role.length() - 2) + "-0";
      kernel.pair(link, link + "1");
      kernel.ip("link", "set", "dev", link, "alias", "ROSA assistant link of " + role);
    }
    assertEquals(List.of(), ends());
  }

  @Test
  void shouldTellPairsThatNoPacketPassesFromOthers() {
    kernel.pair("va", "vb");
    kernel.up("va", false);
    assertEquals(List.of("va", "vb"), ends());
    assertEquals(List.of(), passable());
  }
}
