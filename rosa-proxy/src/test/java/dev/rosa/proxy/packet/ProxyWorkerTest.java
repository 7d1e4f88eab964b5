package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of a worker: what it gives back, and whom it answers. */
class ProxyWorkerTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='web' action='allow'/>";
  private static final int ANSWER = Packets.ACK | Packets.FIN | PSH;

  private static void assertResetToServer(Sent sent, int sequence) {
    assertEquals(RST, sent.flags());
    assertEquals(40_000, sent.sourcePort());
    assertEquals(FakePacketIo.CLIENTS, sent.link());
    assertEquals(sequence, sent.sequence());
  }

  @Test
  void shouldGiveBackAnAllowedRequest() throws Exception {
    begin(RULES);
    open();
    List<Sent> sent = request(get("/x"));
    assertEquals(1, sent.size());
    assertEquals(get("/x"), sent.get(0).text());
    assertEquals("web", requests.get(0).rule());
    assertEquals("http://a.example/x", requests.get(0).url());
    assertNull(requests.get(0).reason());
  }

  @Test
  void shouldAnswerARefusedRequestWithItsRuleAndResetTheServer() throws Exception {
    begin(RULES);
    open();
    List<Sent> sent = request(get("/no"));
    assertEquals(2, sent.size());
    assertResetToServer(sent.get(0), CLIENT + 1);
    Sent answer = sent.get(1);
    assertEquals(ANSWER, answer.flags());
    assertEquals(FakePacketIo.SERVERS, answer.link());
    assertEquals(SERVER + 1, answer.sequence());
    assertEquals(CLIENT + 1 + get("/no").length(), answer.ack());
    assertTrue(answer.text().startsWith("HTTP/1.1 403 "), answer.text());
    assertTrue(answer.text().endsWith("refused by rule no\n"), answer.text());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.RULE));
    assertEquals(RefusalReason.RULE, requests.get(0).reason());
  }

  @Test
  void shouldAnswerAgainIfTheAnswerWasLostAndAcknowledgeTheClientsEnd() throws Exception {
    begin(RULES);
    open();
    Sent first = request(get("/no")).get(1);
    assertEquals(List.of(first), request(get("/no")));
    int end = CLIENT + 1 + get("/no").length();
    int answered = first.sequence() + first.text().length() + 1;
    Sent last = fromClient(end, answered, Packets.ACK | Packets.FIN, "").get(0);
    assertEquals(Packets.ACK, last.flags());
    assertEquals(end + 1, last.ack());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.RULE));
  }

  @Test
  void shouldResetARefusedConnectionWhileAnAnswerIsOnItsWay() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    List<Sent> sent = fromClient(next, SERVER + 1, Packets.ACK, get("/no"));
    assertResetToServer(sent.get(0), next);
    assertEquals(RST | Packets.ACK, sent.get(1).flags());
    assertEquals(SERVER + 1, sent.get(1).sequence());
  }

  @Test
  void shouldHoldAnIncompleteHeadAndGiveItBackInItsOrder() throws Exception {
    begin(RULES);
    open();
    String whole = get("/x");
    assertEquals(List.of(), request(whole.substring(0, 10)));
    List<Sent> sent = fromClient(CLIENT + 11, SERVER + 1, Packets.ACK, whole.substring(10));
    assertEquals(whole, sent.get(0).text() + sent.get(1).text());
  }

  @Test
  void shouldShowConnectionsAndTellTheKernelOfHolesWhenOtherThreadsAsk() throws Exception {
    begin(RULES);
    open();
    assertEquals(List.of(), request("GET /x"));
    List<OpenConnection> shown = new ArrayList<>();
    CountDownLatch isShown = worker.connections(null, 10, shown::addAll);
    CountDownLatch isTold =
        worker.open(
            new DataConnection(
                InetAddress.getByName("10.0.0.1"), InetAddress.getByName("10.0.0.2"), 3000));

    Sent hole = turn().get(0);

    assertEquals(0, isShown.getCount() + isTold.getCount());
    assertEquals("WAITING", shown.get(0).state());
    assertEquals(1, shown.get(0).heldPackets());
    assertEquals("http", shown.get(0).json(false).get("protocol").asText());
    assertEquals(Verdict.HOLE, hole.verdict());
    assertEquals(Packets.SYN, hole.flags());
  }

  @Test
  void shouldRefuseAHeadThatIsNotCompleteInTime() throws Exception {
    begin(RULES);
    open();
    assertEquals(List.of(), request("GET /x"));
    List<Sent> sent = List.of();
    for (int i = 0; i < 600 && sent.isEmpty(); i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(21);
      sent = turn();
    }
    assertTrue(nanos > TimeUnit.SECONDS.toNanos(10));
    assertResetToServer(sent.get(0), CLIENT + 1);
    assertTrue(sent.get(1).text().endsWith("refused: head too slow\n"), sent.get(1).text());
  }

  @Test
  void shouldTellAClientWhereToLogInWithoutAServer() throws Exception {
    begin("<rule action='allow' users='*'/>");
    logOut();
    List<Sent> both = fromClient(CLIENT, 0, Packets.SYN, "");
    // Other rules may have let the client in: the kernel passes its acknowledgements till then.
    assertEquals(Verdict.FORGET, both.get(0).verdict());
    assertEquals(FakePacketIo.CLIENTS, both.get(0).link());
    Sent opened = both.get(1);
    assertEquals(Packets.SYN | Packets.ACK, opened.flags());
    assertEquals(CLIENT + 1, opened.ack());
    assertEquals(FakePacketIo.SERVERS, opened.link());
    int next = opened.sequence() + 1;
    assertEquals(List.of(), fromClient(CLIENT + 1, next, Packets.ACK, ""));
    assertEquals(List.of(), fromClient(CLIENT + 1, next + 9, Packets.ACK, get("/guess")));
    Sent answer = fromClient(CLIENT + 1, next, Packets.ACK, get("/x")).get(0);
    assertTrue(answer.text().startsWith("HTTP/1.1 511 "), answer.text());
    assertTrue(answer.text().contains("https://login.example/"), answer.text());
    assertEquals(1, worker.counts().sentToLogin());
    assertEquals(0, worker.counts().connections());
  }

  @Test
  void shouldCountThoseWhomARuleSendsToTheLoginPage() throws Exception {
    begin("<rule action='allow' paths='/open*'/><rule action='allow' users='*'/>");
    logOut();
    open();
    assertTrue(request(get("/closed")).get(1).text().startsWith("HTTP/1.1 511 "));
    assertEquals(1, worker.counts().sentToLogin());
  }

  @Test
  void shouldEndTheConnectionsOfAUserWhoLogsOut() throws Exception {
    begin("<rule action='allow' users='*'/>");
    open();
    worker.forget(InetAddress.getByName("10.0.0.1"));
    logOut();
    Sent forgotten = turn().get(0);
    assertEquals(Verdict.FORGET, forgotten.verdict());
    assertEquals(FakePacketIo.CLIENTS, forgotten.link());
    List<Sent> sent = request(get("/x"));
    assertEquals(2, sent.size());
    assertResetToServer(sent.get(0), CLIENT + 1);
    assertEquals(1, worker.counts().refusals().of(RefusalReason.LOGGED_OUT));
  }

  @Test
  void shouldResetBytesOfConnectionsThatItDoesNotKnowAndLetTheirEndsPass() throws Exception {
    begin(RULES);
    Sent reset = request(get("/x")).get(0);
    assertEquals(RST | Packets.ACK, reset.flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.UNKNOWN_CONNECTION));
    Sent end = fromClient(CLIENT, SERVER, Packets.ACK | Packets.FIN, "").get(0);
    assertEquals(Verdict.PASS, end.verdict());
    assertEquals(List.of(), fromServer(SERVER, CLIENT, Packets.ACK, "unjudged"));
  }

  @Test
  void shouldNotLetOneClientHaveAllConnections() throws Exception {
    begin(RULES, 0);
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.NO_ROOM));
  }

  /** Opens a connection from a port, and ends it; returns what came of its first packet. */
  private List<Sent> openAndEnd(int port) throws Exception {
    ByteBuffer answer = ofServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "");
    ByteBuffer end = Packets.ipv4(CLIENT + 1, SERVER + 1, Packets.ACK | Packets.FIN, "");
    List<Sent> sent = begin(port);
    io.arrive(withPort(answer, Ip.V4_HEADER + 2, port), FakePacketIo.SERVERS);
    io.arrive(withPort(end, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
    assertEquals(sent.isEmpty() ? 1 : 2, turn().size());
    return sent;
  }

  /** The server answers, and the client says so. */
  private void prove(int port) throws Exception {
    ByteBuffer answer = ofServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "");
    ByteBuffer heard = Packets.ipv4(CLIENT + 1, SERVER + 1, Packets.ACK, "");
    io.arrive(withPort(answer, Ip.V4_HEADER + 2, port), FakePacketIo.SERVERS);
    io.arrive(withPort(heard, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
    assertEquals(2, turn().size());
  }

  @Test
  void shouldGiveTheRoomOfConnectionsThatNobodyHasProvenToOthers() throws Exception {
    begin(RULES, CONNECTIONS);
    for (int port = 1; port <= 3 * CONNECTIONS; port++) {
      assertEquals(1, begin(port).size());
    }
    assertEquals(0, worker.counts().refusals().of(RefusalReason.NO_ROOM));
    assertEquals(List.of(), ended, "a flood of packets writes no log");
  }

  @Test
  void shouldNotTakeAnAddressForAKnownClientBeforeItHasHeardTheServer() throws Exception {
    begin(RULES);
    assertEquals(Verdict.ADMIT, fromClient(CLIENT, 0, Packets.SYN, "").get(0).verdict());
    int unused = fromServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "").size();
    int guessed = SERVER + (1 << 21);
    assertEquals(Verdict.PASS, fromClient(CLIENT + 1, guessed, Packets.ACK, "").get(0).verdict());
    assertEquals(
        Verdict.KEEP, fromClient(CLIENT + 1, SERVER + 1, Packets.ACK, "").get(0).verdict());
  }

  @Test
  void shouldKeepProvenConnectionsInAFlood() throws Exception {
    begin(RULES, CONNECTIONS);
    open();
    for (int port = 1; port <= 3 * CONNECTIONS; port++) {
      assertEquals(1, begin(port).size());
    }
    assertEquals(Verdict.PASS, request(get("/x")).get(0).verdict());
  }

  @Test
  void shouldNotLetPacketsWithAClientsAddressKeepItOut() throws Exception {
    begin(RULES, 10);
    open();
    for (int port = 1; port <= 30; port++) {
      assertEquals(1, begin(port).size());
    }
    assertEquals(0, worker.counts().refusals().of(RefusalReason.NO_ROOM));
    assertEquals(Verdict.PASS, request(get("/x")).get(0).verdict());
  }

  @Test
  void shouldResetTheServerOfAConnectionWhoseRoomGoesToAnother() throws Exception {
    begin(RULES, 1);
    assertEquals(1, begin(1).size());
    ByteBuffer answer = ofServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "");
    io.arrive(withPort(answer, Ip.V4_HEADER + 2, 1), FakePacketIo.SERVERS);
    assertEquals(1, turn().size());

    List<Sent> sent = begin(2);

    assertEquals(2, sent.size());
    assertEquals(RST, sent.get(0).flags() & RST);
  }

  /** What the worker gives back, but for what lets the kernel forget another connection. */
  private List<Sent> begin(int port) throws Exception {
    ByteBuffer packet = Packets.ipv4(CLIENT, 0, Packets.SYN, "");
    io.arrive(withPort(packet, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
    return turn().stream().filter(one -> one.verdict() != Verdict.ABANDON).toList();
  }

  @Test
  void shouldCountOnlyAClientsConnectionsThatAreNotOver() throws Exception {
    begin(RULES, 2);
    for (int port = 1; port <= 20; port++) {
      assertEquals(Verdict.ADMIT, openAndEnd(port).get(0).verdict());
    }
    open();
    assertEquals(1, begin(21).size());
    prove(21);
    assertEquals(List.of(), begin(22));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.NO_ROOM));
  }

  @Test
  void shouldForgetConnectionsThatAreOverWhenTheirRoomIsNeeded() throws Exception {
    begin(RULES, CONNECTIONS);
    for (int port = 1; port <= 3 * CONNECTIONS; port++) {
      assertEquals(1, openAndEnd(port).size());
    }
    assertEquals(2 * CONNECTIONS, ended.size());
    assertEquals(0, worker.counts().refusals().of(RefusalReason.NO_ROOM));
  }

  @Test
  void shouldForgetRefusedConnectionsWhenTheirRoomIsNeeded() throws Exception {
    begin(RULES, 1);
    open();
    assertEquals(2, request(get("/no")).size());
    assertEquals(List.of(), begin(2));
    for (int i = 0; i < 60; i++) {
      nanos += 25_000_000;
      assertEquals(List.of(), turn());
    }
    assertEquals(1, begin(2).size());
  }

  @Test
  void shouldAnswerWithTheServersNumbersAlsoAfterARepeatedHandshake() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(next, SERVER + 501, Packets.ACK, "").size());
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "").size());
    List<Sent> sent = fromClient(next, SERVER + 501, Packets.ACK, get("/no"));
    assertEquals(SERVER + 501, sent.get(1).sequence());
    assertTrue(sent.get(1).text().startsWith("HTTP/1.1 403 "), sent.get(1).text());
    nanos += TimeUnit.SECONDS.toNanos(31);
    for (int i = 0; i < 60 && ended.isEmpty(); i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(21);
      assertEquals(List.of(), turn());
    }
    assertEquals(500, ended.get(0).bytesToClient());
  }

  @Test
  void shouldEndAConnectionWithUrgentData() throws Exception {
    begin(RULES);
    open();
    List<Sent> sent = fromClient(CLIENT + 1, SERVER + 1, Packets.ACK | Packets.URG, get("/x"));
    assertResetToServer(sent.get(0), CLIENT + 1);
    assertEquals(1, worker.counts().refusals().of(RefusalReason.URGENT_DATA));
  }

  @Test
  void shouldKeepHoldingWhenEarlierBytesAreRepeatedOrAcknowledged() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    int next = CLIENT + 1 + get("/x").length();
    String old = "GET /no\r\n";
    assertEquals(List.of(), fromClient(next, SERVER + 1, Packets.ACK, old));
    assertEquals(List.of(get("/x")), texts(request(get("/x"))));
    int after = next + old.length();
    assertEquals(List.of(""), texts(fromClient(after, SERVER + 1, Packets.ACK, "")));
    // The server has got nothing of it: the reset has the number that it expects.
    assertResetToServer(fromClient(after, SERVER + 1, Packets.ACK, "\r\n").get(0), next);
  }

  private static List<String> texts(List<Sent> sent) {
    return sent.stream().map(Sent::text).toList();
  }

  @Test
  void shouldLetNoBytesPassInAReset() throws Exception {
    begin(RULES);
    open();
    assertEquals(List.of(), fromClient(CLIENT + 1, SERVER + 1, RST | Packets.ACK, get("/no")));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.BAD_HEADER));
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 1, RST | Packets.ACK, "").size());
  }

  @Test
  void shouldTellTheLogOfAConnectionThatIsOver() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    assertEquals(1, worker.counts().requests());
    int end = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(end, SERVER + 1001, Packets.ACK | Packets.FIN, "").size());
    for (int i = 0; i < 70 * 50 && ended.isEmpty(); i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(21);
      assertEquals(List.of(), turn());
    }
    assertEquals(1, ended.size());
    assertEquals("alice", ended.get(0).user());
    assertEquals("http://a.example/x", ended.get(0).url());
    assertEquals(1, ended.get(0).requests());
    assertEquals(1000, ended.get(0).bytesToClient());
    assertEquals(get("/x").length() + 1, ended.get(0).bytesToServer());
    assertNull(ended.get(0).reason());
    assertFalse(ended.get(0).rule().isEmpty());
  }
}
