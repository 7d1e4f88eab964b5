package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy whose client's link becomes a port of a bridge. */
@Tag("endtoend")
class ProxyPortTest extends ProxyRig {

  private static final String RULES =
      """
      <rules>
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="web" action="allow" protocols="http https"/>
      </rules>
      """;

  /** With an address of its own, as systemd gives bridges: frames to it are others' at the port. */
  private static final String TO_BRIDGE =
      """
      ip link add br0 address 02:00:00:00:77:77 type bridge forward_delay 0; ip link set br0 up
      ip addr flush dev r0; ip link set r0 master br0; ip addr add 10.0.1.1/24 dev br0
      ip -n src neigh replace 10.0.1.1 lladdr 02:00:00:00:77:77 dev s0
      """;

  private RunningProgram twoRequests(Path file) throws Exception {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", "src"));
    words.addAll(Programs.python("two_requests.py", SERVER, "/small", "/secret", file.toString()));
    return net.start("client", words);
  }

  @Test
  void shouldLetNoRequestPassUnjudgedWhenALinkIsAPortOfABridgeWithAnotherAddress()
      throws Exception {
    Path file = folder.resolve("go");
    try (RunningProgram proxy = proxy("", RULES);
        RunningProgram client = twoRequests(file)) {
      client.await("/small HTTP/1.1 200 OK");
      net.shell(TO_BRIDGE);
      proxy.await("interface r0 is a port now: nothing of it is judged");
      Files.createFile(file);
      client.await("/secret ");
      assertEquals("000", curl("-m", "3", "-w", "%{http_code}", "http://" + SERVER + "/secret"));
      assertFalse(accessLog().contains("secret"), accessLog());
      assertFalse(client.said().contains("/secret HTTP"), client.said());

      net.shell(
          """
          ip link set r0 nomaster; ip link del br0; ip addr add 10.0.1.1/24 dev r0
          ip -n src neigh flush dev s0; ip -n src neigh del 10.0.1.1 dev s0 || true
          """);
      Await.until("the link to be judged again", () -> fetch("/small").endsWith("200"));
      assertEquals("refused by rule no-secret\n403", fetch("/secret"));
    }
  }
}
