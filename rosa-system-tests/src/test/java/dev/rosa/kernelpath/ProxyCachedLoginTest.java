package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Test of logins at a proxy whose verdicts the kernel keeps. It needs root's rights outside of a
 * user namespace, and is skipped without.
 */
@Tag("endtoend")
class ProxyCachedLoginTest extends ProxyLoginRig {
  private static final String RULES =
      SERVICES
          + """
          <cache kernel="auto"/>
          <rules>
            <rule name="web" action="allow" users="alice" protocols="http"/>
          </rules>
          """;

  @Override
  NetworkNamespace network() throws Exception {
    return NetworkNamespace.createAsRoot(folder);
  }

  private RunningProgram askOnAndOn() throws Exception {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", "src"));
    command.addAll(Programs.python("kept_requests.py", SERVER, "/small"));
    return net.start("requests", command);
  }

  @Test
  void shouldEndWhatPassesInTheKernelWithTheLogin() throws Exception {
    try (RunningProgram proxy = proxy("login-page=\"" + PAGE + "/\"", RULES)) {
      assumeCache(proxy);
      String unused = command("echo correct horse", "user add alice");
      assertEquals("303", logIn(FORM));
      try (RunningProgram requests = askOnAndOn()) {
        requests.await("asked");
        Await.until("hits", () -> status().at("/cache/hit").asLong() >= 5);
        unused = command("logout alice");
        assertEquals(0, requests.awaitExit());
        assertTrue(requests.said().contains("ended after"), requests.said());
      }
      long served = accessLog().lines().count();
      assertTrue(fetch("/small").endsWith("511"));
      assertEquals(served, accessLog().lines().count());
      assertTrue(status().at("/refused/logged_out").asLong() > 0);
      assertTrue(proxy.isAlive());
    }
  }
}
