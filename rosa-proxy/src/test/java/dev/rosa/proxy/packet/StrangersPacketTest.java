package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Packets with a client's or server's address and ports that neither has sent: the sender knows no
 * sequence number. Client and server ignore them (RFC 5961), so the connection must go on.
 */
class StrangersPacketTest extends WorkerRig {
  private static final int FAR = 2_000_000_000;
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='web' action='allow'/>";

  @BeforeEach
  void start() throws Exception {
    begin(RULES);
    open();
  }

  /** A client and a friend at the link of servers: the server has not seen what was judged. */
  @Test
  void shouldCompareWhatAnybodyHasAcknowledgedInTheServersName() throws Exception {
    begin("<rule name='no' action='refuse' paths='/no*'/><rule action='allow'/>");
    open();
    assertEquals(1, request(get("/x1")).size());
    int next = CLIENT + 1 + get("/x1").length();
    assertEquals(1, fromServer(SERVER + 900_000_000, next, Packets.ACK | Packets.FIN, "").size());
    assertEquals(List.of(), request(get("/no")));
    assertEquals(1, request(get("/x1")).size());
  }

  @Test
  void shouldDropBytesThatARouterOnTheWayMayDrop() throws Exception {
    begin("<rule action='allow'/>");
    open();
    ByteBuffer packet = Packets.ipv4(CLIENT + 1, SERVER + 1, Packets.ACK, get("/x"));
    Ip.refreshChecksumV4(packet.put(Ip.V4_TTL, (byte) 31), 0);
    io.arrive(packet, FakePacketIo.CLIENTS);
    assertEquals(List.of(), turn());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.BAD_HEADER));
    assertEquals(1, request(get("/x")).size());
  }

  @Test
  void shouldKeepAConnectionWhenAStrangerResetsItWithAGuessedNumber() throws Exception {
    int unused = fromClient(CLIENT + FAR, 0, RST, "").size();
    assertEquals(1, request(get("/x")).size());
  }

  @Test
  void shouldKeepAConnectionWhenAStrangerSendsUrgentDataWithAGuessedNumber() throws Exception {
    int unused = fromClient(CLIENT + FAR, SERVER + FAR, Packets.ACK | Packets.URG, "x").size();
    assertEquals(0, request(get("/x")).get(0).flags() & (Packets.FIN | RST));
  }

  @Test
  void shouldKeepAConnectionWhenAStrangerResetsItInTheServersName() throws Exception {
    int unused = fromServer(SERVER + FAR, 0, RST, "").size();
    assertEquals(1, request(get("/x")).size());
  }

  private long refused(RefusalReason reason) {
    return worker.counts().refusals().of(reason);
  }

  @Test
  void shouldDropAClientsResetWhoseNumberIsNotTheNextOne() throws Exception {
    assertEquals(List.of(), fromClient(CLIENT + FAR, SERVER + FAR, RST | Packets.ACK, ""));
    assertEquals(List.of(), fromClient(CLIENT, 0, RST, ""));
    assertEquals(List.of(), fromClient(CLIENT + 2, 0, RST, ""));
    assertEquals(3, refused(RefusalReason.WRONG_NUMBER));
    assertEquals(List.of(), ended);
    assertEquals(List.of(), requests);
    Sent page = request(get("/no")).get(1);
    assertEquals(SERVER + 1, page.sequence());
    assertEquals(CLIENT + 1 + get("/no").length(), page.ack());
  }

  @Test
  void shouldEndAConnectionWithAResetOfTheNextNumber() throws Exception {
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(next, 0, RST, "").size());
    assertEquals(List.of(), fromClient(next, SERVER + 1, Packets.ACK, get("/y")));
    assertEquals(1, refused(RefusalReason.AFTER_END));
  }

  @Test
  void shouldTakeAResetWithTheNumberThatTheServerExpectsWhileBytesAreHeld() throws Exception {
    assertEquals(List.of(), request("GET /x"));
    assertEquals(1, fromClient(CLIENT + 1, 0, RST, "").size());
    assertEquals(List.of(), fromClient(CLIENT + 7, SERVER + 1, Packets.ACK, " HTTP/1.1\r\n"));
    assertEquals(1, refused(RefusalReason.AFTER_END));
  }

  @Test
  void shouldEndAConnectionThatTheServerResetsWithANumberOfIt() throws Exception {
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromServer(SERVER + 999, next, RST | Packets.ACK, "").size());
    assertEquals(List.of(), fromClient(next, SERVER + 1, Packets.ACK, get("/y")));
    assertEquals(1, refused(RefusalReason.AFTER_END));
  }

  @Test
  void shouldEndAConnectionThatTheServerResetsWithTheNumberThatItsClientHasHeard()
      throws Exception {
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(next, SERVER + 500, Packets.ACK, get("/x")).size());
    assertEquals(1, fromServer(SERVER + 500, 0, RST, "").size());
    next += get("/x").length();
    assertEquals(List.of(), fromClient(next, SERVER + 500, Packets.ACK, get("/y")));
    assertEquals(1, refused(RefusalReason.AFTER_END));
  }

  @Test
  void shouldNotTakeAnAcknowledgementOfAStrangerForTheServersNumber() throws Exception {
    int unused = fromClient(CLIENT + FAR, SERVER + 777, Packets.ACK, "").size();
    assertEquals(1, fromServer(SERVER + 777, 0, RST, "").size());
    assertEquals(1, request(get("/x")).size());
  }

  @Test
  void shouldRefuseByRulesBehindAResetThatHostsIgnore() throws Exception {
    assertEquals(1, fromServer(SERVER + FAR, 0, RST, "").size());
    assertEquals(List.of(), fromClient(CLIENT + FAR, 0, RST, ""));
    List<Sent> sent = request(get("/no"));
    assertTrue(sent.get(1).text().startsWith("HTTP/1.1 403 "));
    assertTrue(sent.stream().noneMatch(one -> one.text().contains("/no")));
    assertEquals(1, refused(RefusalReason.RULE));
  }

  @Test
  void shouldKeepAConnectionThatIsAskedForWhenAStrangerEndsIt() throws Exception {
    begin(RULES);
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    assertEquals(List.of(), fromServer(0, CLIENT + FAR, RST | Packets.ACK, ""));
    assertEquals(List.of(), fromServer(CLIENT + 1, 0, RST, ""));
    assertEquals(List.of(), fromClient(CLIENT + FAR, 0, RST, ""));
    assertEquals(List.of(), fromClient(CLIENT + FAR, 0, Packets.SYN, ""));
    int answer = Packets.SYN | Packets.ACK;
    assertEquals(List.of(), fromServer(SERVER + FAR, CLIENT + FAR, answer, ""));
    assertEquals(1, fromServer(SERVER, CLIENT + 1, answer, "").size());
    assertEquals(1, request(get("/x")).size());
  }

  @Test
  void shouldTellAClientThatTheServerTakesNoConnection() throws Exception {
    begin(RULES);
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    assertEquals(1, fromServer(0, CLIENT + 1, RST | Packets.ACK, "").size());
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "").size());
    List<Sent> next = fromClient(CLIENT + 77, 0, Packets.SYN, "");
    List<Verdict> verdicts = next.stream().map(Sent::verdict).toList();
    assertEquals(List.of(Verdict.ADMIT), verdicts);
  }

  @Test
  void shouldGoOnWhenAStrangerAsksForItsPortsAnew() throws Exception {
    assertEquals(1, fromServer(SERVER + FAR, 0, RST, "").size());
    Sent asked = fromClient(CLIENT + FAR, 0, Packets.SYN, "").get(0);
    assertEquals(Packets.ACK, asked.flags());
    int answer = Packets.SYN | Packets.ACK;
    assertEquals(List.of(), fromServer(SERVER + FAR, CLIENT + FAR + 1, answer, ""));
    assertEquals(1, request(get("/x")).size());
  }

  @Test
  void shouldGiveTheRoomOfAConnectionThatMayBeOverToItsClientsNextOne() throws Exception {
    begin(RULES, 1);
    open();
    assertEquals(List.of(), from(1));
    assertEquals(1, refused(RefusalReason.NO_ROOM));
    assertEquals(1, fromServer(SERVER + FAR, 0, RST, "").size());
    List<Verdict> verdicts = from(1).stream().map(Sent::verdict).toList();
    assertEquals(List.of(Verdict.ADMIT), verdicts);
    assertEquals(1, ended.size());
  }

  @Test
  void shouldGiveRoomThatNobodyHasProvenFirst() throws Exception {
    begin(RULES, 2);
    open();
    assertEquals(1, fromServer(SERVER + FAR, 0, RST, "").size());
    for (int port = 1; port <= 30; port++) {
      assertTrue(from(port).size() > 0);
    }
    assertEquals(1, request(get("/x")).size());
  }

  private List<Sent> from(int port) throws Exception {
    ByteBuffer packet = Packets.ipv4(CLIENT, 0, Packets.SYN, "");
    io.arrive(withPort(packet, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
    return turn();
  }
}
