package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that answers by SYN cookies keeps nothing of an opening: a client that has seen one
 * answer knows which acknowledgements it takes for two minutes, and each has other first numbers.
 * The worker has judged the bytes of one opening only.
 */
class TwoOpeningsTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='web' action='allow'/>";
  private static final int ACK = Packets.ACK;
  private static final int FIRST = get("/x").length();

  /** Opens a connection, resets it, and opens another one with the same ports. */
  private void openTwice(int distance) throws Exception {
    begin(RULES);
    open();
    assertEquals(1, fromClient(CLIENT + 1, 0, Packets.RST, "").size());
    int second = CLIENT + distance;
    assertEquals(2, fromClient(second, 0, Packets.SYN, "").size());
    int answer = Packets.SYN | ACK;
    assertEquals(1, fromServer(SERVER + distance, second + 1, answer, "").size());
    // It is dropped, and shows that the client hears the server.
    assertEquals(List.of(), fromClient(second + 70_000, SERVER + distance + 1, ACK, "x"));
  }

  /** The client's acknowledgement does not come to the worker. */
  private void askAndAnswer() throws Exception {
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "").size());
  }

  private static boolean reachesServer(List<Sent> sent, String text) {
    return sent.stream().anyMatch(one -> one.text().contains(text));
  }

  private long refused(RefusalReason reason) {
    return worker.counts().refusals().of(reason);
  }

  @Test
  void shouldLetNoBytesPassThatAreBeforeTheFirstOne() throws Exception {
    openTwice(5000);
    List<Sent> sent = fromClient(CLIENT + 1, SERVER + 1, ACK, get("/no"));
    assertTrue(!reachesServer(sent, "GET /no"), "a refused request goes to the server");
  }

  @Test
  void shouldLetNoBodyPassInWhichAnEarlierOpeningHasItsFirstRequest() throws Exception {
    String head = "POST /yes HTTP/1.1\r\nHost: a.example\r\nContent-Length: 500\r\n\r\n";
    openTwice(-head.length());
    int second = CLIENT - head.length();
    // A server of the second opening does not take the head for its acknowledgement.
    assertEquals(List.of(), fromClient(second + 1, SERVER + 1, ACK, head));
    assertEquals(List.of(), fromClient(CLIENT + 1, SERVER + 1, ACK, ""));
    List<Sent> sent = fromClient(CLIENT + 1, SERVER + 1, ACK, get("/no"));
    assertTrue(!reachesServer(sent, "GET /no"), "a refused request goes to the server");
    assertEquals(List.of(), completed);
  }

  @ParameterizedTest
  @ValueSource(ints = {-70_000, -3, -1, 1, 2, 3, 70_000})
  void shouldDropAnAcknowledgementThatFitsAnotherOpening(int distance) throws Exception {
    begin(RULES);
    open();
    assertEquals(List.of(), fromClient(CLIENT + 1 + distance, SERVER + 1 + distance, ACK, ""));
    assertEquals(List.of(), fromClient(CLIENT + 1 + distance, SERVER + 1, ACK, ""));
    assertEquals(2, refused(RefusalReason.WRONG_NUMBER));
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 1, ACK, "").size());
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    // The server has the connection now, and looks at the numbers itself.
    assertEquals(1, fromClient(CLIENT + 1 + distance, SERVER + 1 + distance, ACK, "").size());
  }

  @Test
  void shouldCompleteTheHandshakeByFirstBytesThatComeAsFarAsTheServer() throws Exception {
    begin(RULES);
    askAndAnswer();
    assertEquals(Verdict.COMPLETE, request(get("/x")).get(0).verdict());
    assertEquals(1, completed.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 1_300})
  void shouldCompleteTheHandshakeBeforeAPacketThatMayBeTooLongForAPath(int length)
      throws Exception {
    begin(RULES);
    askAndAnswer();
    String text = get("/" + "x".repeat(length - 40 - get("/").length()));
    assertEquals(1, request(text).size());
    assertEquals(length > 1280 ? "" : text, completed.get(0).text());
  }

  @Test
  void shouldCompleteTheHandshakeBeforeBytesThatAreHeld() throws Exception {
    begin(RULES);
    open();
    String request = get("/x");
    assertEquals(List.of(), request(request.substring(0, 5)));
    Sent complete = completed.get(0);
    assertEquals(CLIENT + 1, complete.sequence());
    assertEquals(SERVER + 1, complete.ack());
    assertEquals(ACK, complete.flags());
    assertEquals("", complete.text());
    assertEquals(2, fromClient(CLIENT + 6, SERVER + 1, ACK, request.substring(5)).size());
    assertEquals(1, completed.size());
  }

  @Test
  void shouldCompleteTheHandshakeInIpv6() throws Exception {
    begin(RULES);
    io.arrive(Packets.ipv6(CLIENT, 0, Packets.SYN, ""), FakePacketIo.CLIENTS);
    boolean unused = turn().isEmpty();
    io.arrive(answerInIpv6(), FakePacketIo.SERVERS);
    unused = turn().isEmpty();
    ByteBuffer request = Packets.ipv6(CLIENT + 1, SERVER + 1, ACK, get("/x"));
    io.arrive(request.put(Ip.V6_HOP_LIMIT, (byte) 1), FakePacketIo.CLIENTS);
    List<Sent> sent = turn();
    assertEquals(64, sent.get(0).hops());
    assertEquals(Verdict.COMPLETE, sent.get(0).verdict());
  }

  private static ByteBuffer answerInIpv6() {
    ByteBuffer packet = Packets.ipv6(SERVER, CLIENT + 1, Packets.SYN | ACK, "");
    byte[] source = new byte[16];
    byte[] destination = new byte[16];
    packet.get(Ip.V6_SOURCE, source).get(Ip.V6_DESTINATION, destination);
    packet.put(Ip.V6_SOURCE, destination).put(Ip.V6_DESTINATION, source);
    int ports = packet.getInt(Ip.V6_HEADER);
    return packet.putInt(Ip.V6_HEADER, ports << 16 | ports >>> 16);
  }

  @Test
  void shouldLetTheFirstPacketsComeAsFarAsTheServer() throws Exception {
    begin(RULES);
    open();
    for (String text : List.of("", get("/x"))) {
      ByteBuffer packet = Packets.ipv4(CLIENT + 1, SERVER + 1, ACK, text);
      Ip.refreshChecksumV4(packet.put(Ip.V4_TTL, (byte) 2), 0);
      io.arrive(packet, FakePacketIo.CLIENTS);
      assertEquals(64, turn().get(0).hops());
    }
    assertEquals(64, completed.get(0).hops());
  }

  @Test
  void shouldHaveAcknowledgementsHandedOverOnceTheServerWaitsForOne() throws Exception {
    begin(RULES);
    open();
    List<Sent> sent = fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "");
    List<Verdict> verdicts = sent.stream().map(Sent::verdict).toList();
    assertEquals(List.of(Verdict.WATCH, Verdict.PASS), verdicts);
    assertEquals(40_000, sent.get(0).sourcePort(), "it names the connection as its client does");
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | ACK, "").size());
  }

  @Test
  void shouldDropFirstBytesThatCannotCompleteTheHandshake() throws Exception {
    begin(RULES);
    askAndAnswer();
    assertEquals(List.of(), fromClient(CLIENT + 1, SERVER + 2, ACK, get("/x")));
    assertEquals(List.of(), completed);
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
  }

  @Test
  void shouldLetAServerSpeakFirst() throws Exception {
    scheme = Scheme.TELNET;
    begin("<rule name='login' action='allow'/>");
    open();
    assertEquals(1, fromServer(SERVER + 1, CLIENT + 1, ACK, "login: ").size());
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 8, ACK, "").size());
    assertTrue(reachesServer(fromClient(CLIENT + 1, SERVER + 8, ACK, "alice\r\n"), "alice"));
    assertEquals(SERVER + 1, completed.get(0).ack());
  }

  @Test
  void shouldLetAClientEndAConnectionThatItsServerHasEnded() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, fromServer(SERVER + 1, CLIENT + 1, Packets.FIN | ACK, "").size());
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 2, Packets.FIN | ACK, "").size());
    assertEquals(1, completed.size());
  }

  /** Has the client go on after a silence; returns what goes to the server instead. */
  private Sent goOnBehindASilence() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    assertEquals(List.of(), wait(46));
    return fromClient(CLIENT + 1 + FIRST, SERVER + 101, ACK, get("/y")).get(0);
  }

  @Test
  void shouldAskTheServerBehindASilenceInAYoungConnection() throws Exception {
    Sent asked = goOnBehindASilence();
    assertEquals(Verdict.AWAIT, asked.verdict());
    assertEquals("\0", asked.text());
    assertEquals(CLIENT, asked.sequence(), "the server has had it");
    List<Sent> told = fromServer(SERVER + 101, CLIENT + 1 + FIRST, ACK, "");
    assertEquals(Verdict.ANSWERED, told.get(0).verdict());
    assertTrue(
        reachesServer(fromClient(CLIENT + 1 + FIRST, SERVER + 101, ACK, get("/y")), "GET /y"));
  }

  @Test
  void shouldLetBytesOfTheServerPassThatTellItsNumbers() throws Exception {
    Sent unused = goOnBehindASilence();
    List<Sent> told = fromServer(SERVER + 101, CLIENT + 1 + FIRST, ACK, "pushed");
    assertEquals("pushed", told.get(0).text());
    assertEquals(Verdict.ANSWERED, told.get(0).verdict());
  }

  @ParameterizedTest
  @ValueSource(ints = {-3, 0, 3})
  void shouldResetAConnectionWhoseServerHasTheNumbersOfAnotherOpening(int size) throws Exception {
    Sent unused = goOnBehindASilence();
    List<Sent> sent = fromServer(SERVER + 1 + FIRST + size, CLIENT + 1 + FIRST, ACK, "");
    assertEquals(List.of(RST, RST | ACK), sent.stream().map(Sent::flags).toList());
    assertEquals(1, refused(RefusalReason.SILENT));
    sent = fromClient(CLIENT + 1 + FIRST, SERVER + 101, ACK, get("/y"));
    assertTrue(!reachesServer(sent, "GET /y"));
  }

  @Test
  void shouldResetAConnectionWhoseServerHasNotGotWhatWasJudged() throws Exception {
    Sent unused = goOnBehindASilence();
    List<Sent> sent = fromServer(SERVER + 101, CLIENT + FIRST, ACK, "");
    assertEquals(List.of(RST, RST | ACK), sent.stream().map(Sent::flags).toList());
  }

  @Test
  void shouldLetAConnectionBeSilentThatIsOlderThanACookieOrPausesForAMoment() throws Exception {
    begin(RULES);
    open();
    int next = CLIENT + 1;
    int heard = SERVER + 1;
    for (int seconds : new int[] {40, 40, 40, 40, 300}) {
      List<Sent> sent = fromClient(next, heard, ACK, get("/x"));
      assertTrue(reachesServer(sent, "GET /x"));
      next += get("/x").length();
      heard += 100;
      assertEquals(List.of(), wait(seconds));
    }
    assertTrue(reachesServer(fromClient(next, heard, ACK, get("/x")), "GET /x"));
  }
}
