package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy whose sets in the kernel are full. */
@Tag("endtoend")
class ProxyFullSetsTest extends ProxyRig {

  private static final int ROOM = 8;
  private static final int CLIENTS = 20;
  private static final String RULES =
      """
      <rules>
        <rule action="refuse" paths="/secret*"/>
        <rule action="allow" protocols="http"/>
      </rules>
      """;

  private static String client(int number) {
    return "10.0.1." + (10 + number);
  }

  /** Status of the answer to a client; 000 if there is none. */
  private String fetchFrom(int client, String path) throws Exception {
    return curl(
        "-m",
        "2",
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "--interface",
        client(client),
        "http://" + SERVER + path);
  }

  @Test
  void shouldJudgeAllWhenTheSetOfKnownClientsIsFull() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      net.shell("ip -n src addr add %s/24 dev s0".formatted(client(i)));
    }
    try (RunningProgram proxy = proxy("connections='%d'".formatted(ROOM), RULES)) {
      for (int i = 0; i < CLIENTS; i++) {
        assertEquals("200", fetchFrom(i, "/small"), client(i));
      }

      assertEquals("403", fetchFrom(CLIENTS - 1, "/secret"));
      assertFalse(accessLog().contains("secret"), accessLog());
      Await.until(
          "the status to tell of a full set",
          () -> status().at("/kernelPart/packets/sets_full").asLong() > 0);
      JsonNode users = status().at("/kernelPart/sets/users4");
      assumeTrue(users.isObject(), "this kernel does not tell how full a set is");
      assertEquals(ROOM, users.at("/most").asInt());
      assertEquals(ROOM, users.at("/elements").asInt());
      assertTrue(proxy.isAlive());
    }
  }
}
