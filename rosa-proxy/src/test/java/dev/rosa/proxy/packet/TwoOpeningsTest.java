package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
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
  private static final int SYN = Packets.SYN;
  private static final byte[] NO_OPTIONS = {};

  /** Segments of 1460 bytes, times, a window's scale, and a wish for Multipath TCP. */
  private static final byte[] MANY = {
    2, 4, 5, (byte) 0xb4, 1, 1, 8, 10, 9, 9, 9, 9, 0, 0, 0, 0, 1, 3, 3, 7, 30, 4, 1, 1
  };

  private static final byte[] MULTIPATH = {30, 4, 1, 1};
  private static final byte[] MD5 = {1, 1, 19, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6};

  private Verdict answerWithoutOptions(int server) throws Exception {
    ByteBuffer answer = Packets.ipv4(server, CLIENT + 1, SYN | ACK, NO_OPTIONS, "");
    io.arrive(turned(answer), FakePacketIo.SERVERS);
    return turn().get(0).verdict();
  }

  /** Opens a connection with an answer that may be a cookie. */
  private void openByCookie() throws Exception {
    begin(RULES);
    assertEquals(Verdict.ADMIT, fromClient(CLIENT, 0, SYN, "").get(0).verdict());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER));
    assertEquals(Verdict.KEEP, fromClient(CLIENT + 1, SERVER + 1, ACK, "").get(0).verdict());
  }

  private static boolean reachesServer(List<Sent> sent, String text) {
    return sent.stream().anyMatch(one -> one.text().contains(text));
  }

  private long refused(RefusalReason reason) {
    return worker.counts().refusals().of(reason);
  }

  @Test
  void shouldTakeOutOfWhatAsksForAConnectionWhatAServerMustNotAgreeOn() throws Exception {
    begin(RULES);
    io.arrive(Packets.ipv4(CLIENT, 0, SYN, MANY, ""), FakePacketIo.CLIENTS);
    Sent sent = turn().get(0);
    assertEquals("020405b4" + "01".repeat(12) + "01030307" + "01010101", sent.options());
    assertEquals(Verdict.PASS, fromServer(SERVER, CLIENT + 1, SYN | ACK, "").get(0).verdict());
  }

  @Test
  void shouldDropPacketsWithOptionsThatWereNotAgreedOn() throws Exception {
    begin(RULES);
    open();
    for (byte[] options : List.of(MULTIPATH, MD5)) {
      ByteBuffer packet = Packets.ipv4(CLIENT + 1, SERVER + 1, ACK, options, get("/x"));
      io.arrive(packet, FakePacketIo.CLIENTS);
      assertEquals(List.of(), turn());
    }
    assertEquals(2, refused(RefusalReason.BAD_HEADER));
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
  }

  @Test
  void shouldWatchAConnectionWhoseAnswerMayBeACookie() throws Exception {
    openByCookie();
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(Verdict.PASS, fromServer(SERVER + 1, next, ACK, "answer").get(0).verdict());
    assertEquals(1, fromClient(next, SERVER + 7, ACK, "").size());
    // What the server has not sent may be a cookie of another minute.
    assertEquals(List.of(), fromClient(next, SERVER + 8, ACK, ""));
    assertEquals(List.of(), fromClient(next, SERVER, ACK, get("/x")));
  }

  @Test
  void shouldMakeAnAcknowledgementOlderThatFitsTheCookieByChance() throws Exception {
    openByCookie();
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    int length = get("/x").length();
    int next = CLIENT + 1 + length;
    assertEquals(1, fromServer(SERVER + 1, next, ACK, "x".repeat(length)).size());
    Sent sent = fromClient(next, SERVER + 1 + length, ACK, get("/y")).get(0);
    assertEquals(get("/y"), sent.text());
    assertEquals(SERVER + 1 + length - 8, sent.ack());
  }

  @ParameterizedTest
  @ValueSource(ints = {-70_000, -3, 1, 3, 70_000})
  void shouldDropWhatFitsAnotherOpening(int distance) throws Exception {
    openByCookie();
    for (int size : new int[] {-3, 0, 3}) {
      int heard = SERVER + 1 + distance + size;
      assertEquals(List.of(), fromClient(CLIENT + 1 + distance, heard, ACK, ""));
      assertEquals(List.of(), fromClient(CLIENT + 1 + distance, heard, ACK, "x"));
      assertEquals(List.of(), fromClient(CLIENT + 1 + distance, heard, ACK | Packets.FIN, ""));
    }
    assertEquals(9, refused(RefusalReason.WRONG_NUMBER));
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
  }

  @Test
  void shouldLetNoBodyPassInWhichAnotherOpeningHasItsFirstRequest() throws Exception {
    openByCookie();
    String hidden = get("/no");
    String head =
        "POST /yes HTTP/1.1\r\nHost: a.example\r\nContent-Length: " + hidden.length() + "\r\n\r\n";
    // The server drops the head, for its options or as it has no room.
    assertTrue(reachesServer(request(head), "POST"));
    int body = head.length();
    assertEquals(List.of(), fromClient(CLIENT + 1 + body, SERVER + 1 + body, ACK, ""));
    assertEquals(List.of(), fromClient(CLIENT + 1 + body, SERVER + 1 + body, ACK, hidden));
    // A server without the connection does not take this one for the beginning of another.
    assertTrue(reachesServer(fromClient(CLIENT + 1 + body, SERVER + 1, ACK, hidden), "GET /no"));
  }

  @Test
  void shouldNotBeginAgainOnceTheServerHasBytes() throws Exception {
    openByCookie();
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    assertTrue(reachesServer(request(get("/x")), "GET /x"), "the first copy was lost");
    int next = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromServer(SERVER + 1, next, ACK | Packets.FIN, "").size());
    // By now the server has forgotten it, and repeats are not compared.
    assertEquals(List.of(), fromClient(CLIENT + 1, SERVER + 1, ACK, ""));
    assertEquals(List.of(), request(get("/no")));
  }

  @Test
  void shouldKnowTheCookiesOfTwoAnswers() throws Exception {
    begin(RULES);
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER));
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    int second = SERVER + 0x0100_0000;
    assertEquals(Verdict.WATCH, answerWithoutOptions(second));
    for (int server : new int[] {SERVER, second}) {
      assertEquals(List.of(), fromClient(CLIENT + 101, server + 101, ACK, ""));
      assertEquals(1, fromClient(CLIENT + 1, server + 1, ACK, "").size());
    }
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    io.arrive(ofServer(7, CLIENT + 1, SYN | ACK, ""), FakePacketIo.SERVERS);
    assertEquals(List.of(), turn(), "a third one");
  }

  @Test
  void shouldJudgeTheAnswerOfTheOpeningThatItsClientTakes() throws Exception {
    begin("<rule name='exe' action='refuse' kinds='exe'/>" + RULES);
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER));
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER + 0x0100_0000));
    String request = get("/program");
    assertEquals(Verdict.AWAIT, request(request).get(0).verdict());
    String program = "HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\nMZ" + "x".repeat(62);
    List<Sent> sent = fromServer(SERVER + 1, CLIENT + 1 + request.length(), ACK, program);
    assertFalse(reachesServer(sent, "MZ"), "an answer passes that nothing has judged");
  }

  @Test
  void shouldNotWatchOnceNoServerTakesTheCookie() throws Exception {
    openByCookie();
    assertTrue(reachesServer(request(get("/x")), "GET /x"));
    assertEquals(List.of(), wait(151));
    int next = get("/x").length() + 1;
    assertEquals(
        Verdict.ANSWERED, fromServer(SERVER + 1, CLIENT + next, ACK, "x").get(0).verdict());
    assertEquals(1, fromClient(CLIENT + next, SERVER + next, ACK, "").size());
    assertTrue(reachesServer(fromClient(CLIENT + next, SERVER + next, ACK, get("/y")), "GET /y"));
  }

  @Test
  void shouldWatchTheNextConnectionWithTheSameEnds() throws Exception {
    openByCookie();
    assertEquals(1, fromClient(CLIENT + 1, 0, Packets.RST, "").size());
    List<Sent> unused = wait(100);
    int second = CLIENT + 5000;
    unused = fromClient(second, 0, SYN, "");
    Verdict answered = fromServer(7, second + 1, SYN | ACK, "").get(0).verdict();
    assertEquals(Verdict.WATCH, answered);
  }

  @Test
  void shouldRememberACookieOfAConnectionThatIsNotUsed() throws Exception {
    begin(RULES);
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER));
    assertEquals(List.of(), wait(100));
    int second = CLIENT + 5000;
    List<Sent> asked = fromClient(second, 0, SYN, "");
    assertEquals(Verdict.ADMIT_WATCHED, asked.get(asked.size() - 1).verdict());
    Verdict answered = fromServer(SERVER + 9000, second + 1, SYN | ACK, "").get(0).verdict();
    assertEquals(Verdict.WATCH, answered);
    assertEquals(List.of(), fromClient(CLIENT + 9001, SERVER + 9001, ACK, ""));
    assertEquals(1, fromClient(second + 1, SERVER + 9001, ACK, "").size());
  }

  @Test
  void shouldLetAServerSpeakFirst() throws Exception {
    scheme = Scheme.TELNET;
    begin("<rule name='login' action='allow'/>");
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(Verdict.WATCH, answerWithoutOptions(SERVER));
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 1, ACK, "").size());
    assertEquals(1, fromServer(SERVER + 1, CLIENT + 1, ACK, "login: ").size());
    assertTrue(reachesServer(fromClient(CLIENT + 1, SERVER + 8, ACK, "alice\r\n"), "alice"));
  }

  @Test
  void shouldLetAClientEndAConnectionThatItsServerHasEnded() throws Exception {
    openByCookie();
    assertEquals(1, fromServer(SERVER + 1, CLIENT + 1, Packets.FIN | ACK, "").size());
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 2, Packets.FIN | ACK, "").size());
  }

  @Test
  void shouldNotWatchBehindAnAnswerWithOptions() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, fromClient(CLIENT + 101, SERVER + 101, ACK, "").size());
    assertFalse(reachesServer(fromClient(CLIENT + 101, SERVER + 101, ACK, "x"), "x"));
    assertEquals(1, refused(RefusalReason.HOLE));
  }
}
