package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A server that answers by SYN cookies takes any of the requests for a connection that it has
 * answered in the last two minutes: the client chooses which by its numbers. The worker knows the
 * last one only.
 */
class TwoOpeningsTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='web' action='allow'/>";
  private static final int ACK = Packets.ACK;

  /** Opens a connection, resets it, and opens another one with the same ports. */
  private void openTwice(int distance) throws Exception {
    begin(RULES);
    open();
    assertEquals(1, fromClient(CLIENT + 1, 0, Packets.RST, "").size());
    int second = CLIENT + distance;
    assertEquals(1, fromClient(second, 0, Packets.SYN, "").size());
    int answer = Packets.SYN | ACK;
    assertEquals(1, fromServer(SERVER + distance, second + 1, answer, "").size());
    // It is dropped, and shows that the client hears the server.
    assertEquals(List.of(), fromClient(second + 70_000, SERVER + distance + 1, ACK, "x"));
  }

  private static boolean reachesServer(List<Sent> sent, String text) {
    return sent.stream().anyMatch(one -> one.text().contains(text));
  }

  @Test
  void shouldLetNoBytesPassThatAreBeforeTheFirstOne() throws Exception {
    openTwice(5000);
    List<Sent> sent = fromClient(CLIENT + 1, SERVER + 1, ACK, get("/no"));
    assertTrue(!reachesServer(sent, "GET /no"), "a refused request goes to the server");
  }
}
