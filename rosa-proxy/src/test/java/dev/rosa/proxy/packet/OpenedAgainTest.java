package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A server that has closed a connection forgets it. If its client repeats the first SYN then, the
 * server begins a new connection, with the numbers of the one that was judged.
 */
class OpenedAgainTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='web' action='allow'/>";
  private static final int ACK = Packets.ACK;
  private static final String FIRST = get("/yes-yes-yes-yes");
  private static final int SECOND_SERVER = 900_000;

  private static boolean reachesServer(List<Sent> sent, String text) {
    return sent.stream().anyMatch(one -> one.text().contains(text));
  }

  /** The server has answered and closed; it has all bytes of the client. */
  private void askAndClose() throws Exception {
    begin(RULES);
    open();
    assertTrue(reachesServer(request(FIRST), "GET /yes"));
    List<Sent> unused =
        fromServer(SERVER + 101, CLIENT + 1 + FIRST.length(), ACK | Packets.FIN, "");
    unused = wait(90);
  }

  @Test
  void shouldDropAFurtherAnswerOnceBytesHaveGoneToTheServer() throws Exception {
    askAndClose();
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    assertEquals(List.of(), fromServer(SECOND_SERVER, CLIENT + 1, Packets.SYN | ACK, ""));
    // TCP repeats an answer whose acknowledgement was lost.
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "").size());
  }

  /** As after a power cut: the server's answer makes the client reset the old connection. */
  @Test
  void shouldAskTheServerIfItsClientBeginsWithAnotherNumber() throws Exception {
    begin(RULES);
    open();
    List<Sent> unused = request(FIRST);
    int next = CLIENT + 1 + FIRST.length();
    unused = fromServer(SERVER + 1, next, ACK, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    List<Sent> asked = fromClient(CLIENT - 900_000, 0, Packets.SYN, "");
    assertEquals(1, asked.size());
    assertEquals(1, asked.get(0).link(), "as the client");
    assertEquals(ACK, asked.get(0).flags());
    assertEquals(List.of(), fromClient(CLIENT - 900_000, 0, Packets.SYN, ""), "once a second");
    assertEquals(1, fromClient(next, 0, RST, "").size());
    assertEquals(1, fromClient(CLIENT - 900_000, 0, Packets.SYN, "").size());
  }

  @Test
  void shouldBeginAnewIfTheServerAnswersAnewBeforeTheFirstBytes() throws Exception {
    begin("<rule name='exe' action='refuse' kinds='exe'/>" + RULES);
    open();
    List<Sent> unused = wait(70);
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    int second = SERVER - 1_000_000;
    assertEquals(1, fromServer(second, CLIENT + 1, Packets.SYN | ACK, "").size());
    unused = fromClient(CLIENT + 1, second + 1, ACK, get("/program.exe"));
    String program = "HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\nMZ" + "x".repeat(62);
    List<Sent> sent = fromServer(second + 1, CLIENT + 1 + FIRST.length(), ACK, program);
    assertTrue(!reachesServer(sent, "MZ"), "an answer passes that nothing has judged");
  }
}
