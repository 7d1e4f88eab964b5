package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
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

  /** The reset has the client's next number, and a router behind the proxy drops it. */
  @Test
  void shouldNotBeginAnewWhereTheServerMayHaveTheOldConnection() throws Exception {
    begin(RULES);
    open();
    assertTrue(reachesServer(request(FIRST), "GET /yes"));
    assertEquals(1, fromClient(CLIENT + 1 + FIRST.length(), 0, RST, "").size());
    List<Sent> unused = wait(3);
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    // The server has repeated its answer before it got the bytes.
    unused = fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "");
    unused = fromClient(CLIENT + 1, SERVER + 1, ACK, "");
    String body = "GET /yes HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n";
    assertTrue(!reachesServer(request(body), "GET"));
    assertTrue(
        !reachesServer(fromClient(CLIENT + 1 + body.length(), SERVER + 1, ACK, get("/no")), "/no"));
    assertEquals(1, fromClient(CLIENT + 77, 0, Packets.SYN, "").size());
  }

  @Test
  void shouldNotBeginAnewBehindARefusalThatTheServerMayIgnore() throws Exception {
    begin(RULES);
    open();
    List<Sent> unused = request(FIRST);
    unused = fromClient(CLIENT + 1 + FIRST.length(), SERVER + 1, ACK, get("/no"));
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    unused = fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "");
    unused = fromClient(CLIENT + 1, SERVER + 1, ACK, "");
    assertTrue(!reachesServer(request(get("/yes")), "GET"));
  }

  /** Ends and resets of the client need not arrive, and others begin between. */
  @Test
  void shouldNotBeginAnewBehindConnectionsWithOtherNumbers() throws Exception {
    begin(RULES);
    open();
    List<Sent> unused = request(FIRST);
    unused = fromClient(CLIENT + 1 + FIRST.length(), 0, RST, "");
    for (int other = 1; other < 8; other++) {
      assertEquals(1, fromClient(CLIENT - other, 0, Packets.SYN, "").size());
      assertEquals(1, fromClient(CLIENT - other + 1, 0, RST, "").size());
    }
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    unused = wait(11);
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
  }

  @Test
  void shouldNotBeginAnewWhereTheOldConnectionHasGivenItsRoomAway() throws Exception {
    begin(RULES);
    open();
    List<Sent> unused = request(FIRST);
    unused = fromClient(CLIENT + 1 + FIRST.length(), 0, RST, "");
    unused = fromClient(CLIENT - 9, 0, Packets.SYN, "");
    for (int port = 1; port <= CONNECTIONS; port++) {
      ByteBuffer opening = Packets.ipv4(CLIENT, 0, Packets.SYN, "");
      io.arrive(withPort(opening, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
      unused = turn();
    }
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    assertEquals(1, fromClient(CLIENT - 9, 0, Packets.SYN, "").size());
  }

  /** The server repeats its answer for half a minute. */
  @Test
  void shouldNotBeginAnewSoonAfterTheOldConnectionIsForgotten() throws Exception {
    begin(RULES);
    open();
    List<Sent> unused = request(FIRST);
    unused = fromServer(SERVER + 1, CLIENT + 1 + FIRST.length(), RST, "");
    unused = wait(5);
    assertEquals(0, worker.counts().connections());
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    assertEquals(1, fromClient(CLIENT + 5, 0, Packets.SYN, "").size());
  }

  /** The client chooses its numbers: no few of them push the first one out. */
  @Test
  void shouldNotBeginAnewBehindConnectionsWhoseNumbersEndAlike() throws Exception {
    begin(RULES);
    for (int other = 0; other < 9; other++) {
      open(CLIENT + (other << 18));
      int next = CLIENT + (other << 18) + 1;
      assertTrue(reachesServer(fromClient(next, SERVER + 1, ACK, FIRST), "GET /yes"));
      List<Sent> unused = fromClient(next + FIRST.length(), 0, RST, "");
    }
    for (int other = 0; other < 9; other++) {
      assertEquals(List.of(), fromClient(CLIENT + (other << 18), 0, Packets.SYN, ""));
    }
  }
}
