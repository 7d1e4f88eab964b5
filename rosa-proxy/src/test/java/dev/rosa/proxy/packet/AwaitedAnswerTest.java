package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of answers that are judged before they pass. */
class AwaitedAnswerTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no-elf' action='refuse' kinds='elf'/>"
          + "<rule name='ws' action='pass' paths='/ws'/><rule name='web' action='allow'/>";
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String ELF = "\u007fELF\2\1\1\0\0\0\0\0\0\0\0\0";

  private int asked;

  private void ask(String request) throws Exception {
    begin(RULES);
    open();
    assertEquals(Verdict.AWAIT, request(request).get(0).verdict());
    asked = CLIENT + 1 + request.length();
  }

  private List<Sent> answer(int at, String text) throws Exception {
    return fromServer(SERVER + 1 + at, asked, Packets.ACK, text);
  }

  @Test
  void shouldHoldAnAnswerTillItsBeginningIsReadAndLetTheRestPass() throws Exception {
    ask(get("/x"));
    String head = OK + "Content-Length: 9\r\n\r\n";
    assertEquals(List.of(), answer(0, head));
    List<Sent> sent = answer(head.length(), "some text");
    assertEquals(head + "some text", sent.get(0).text() + sent.get(1).text());
    assertEquals(Verdict.PASS, sent.get(1).verdict());
  }

  @Test
  void shouldNotAwaitAnswersOfConnectionsThatNoRuleForContentConcerns() throws Exception {
    begin(
        "<rule action='refuse' to='192.0.2.0/24' kinds='elf'/>"
            + "<rule action='refuse' hosts='b.example' kinds='elf'/>"
            + "<rule action='refuse' users='alice' from='192.0.2.0/24' kinds='elf'/>"
            + "<rule action='allow'/>");
    open();
    assertEquals(Verdict.PASS, request(get("/x")).get(0).verdict());
  }

  /** Where an answer begins is known only if all before it were seen. */
  @Test
  void shouldAwaitTheAnswersBeforeOneThatARuleForContentConcerns() throws Exception {
    begin("<rule action='refuse' paths='/files/*' kinds='elf'/><rule action='allow'/>");
    open();
    assertEquals(Verdict.AWAIT, request(get("/x")).get(0).verdict());
    asked = CLIENT + 1 + get("/x").length();
    String empty = OK + "Content-Length: 0\r\n\r\n";
    assertEquals(1, answer(0, empty).size());
    int heard = SERVER + 1 + empty.length();
    List<Sent> sent = fromClient(asked, heard, Packets.ACK, get("/files/x"));
    assertEquals(Verdict.AWAIT, sent.get(0).verdict());
  }

  @Test
  void shouldNotAwaitTheRestOfALongAnswer() throws Exception {
    ask(get("/x"));
    String begin = OK + "Content-Length: 9000\r\n\r\n";
    assertEquals(List.of(), answer(0, begin));
    String part = "x".repeat(1_500);
    assertEquals(List.of(), answer(begin.length(), part));
    assertEquals(List.of(), answer(begin.length() + 1_500, part));
    List<Sent> sent = answer(begin.length() + 3_000, part);
    assertEquals(Verdict.ANSWERED, sent.get(sent.size() - 1).verdict());
  }

  /** A client would take it for the answer to its next request. */
  @Test
  void shouldLetNothingPassBehindAWholeAnswer() throws Exception {
    String whole = OK + "Content-Length: 0\r\n\r\n";
    ask(get("/x"));
    assertEquals(Packets.RST, answer(0, whole + OK).get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.AMBIGUOUS));

    io.sent();
    ask(get("/x"));
    assertEquals(Verdict.PASS, answer(0, whole).get(0).verdict());
    assertEquals(whole, answer(0, whole).get(0).text());
    List<Sent> sent = answer(whole.length(), OK);
    assertEquals(Packets.RST, sent.get(0).flags());
    assertEquals(Packets.RST | Packets.ACK, sent.get(1).flags());
    assertEquals("", sent.get(1).text());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.AMBIGUOUS));
  }

  /** A stranger needs the addresses and ports alone. */
  @Test
  void shouldNotEndAConnectionBecauseOfAStrangersBytes() throws Exception {
    String whole = OK + "Content-Length: 0\r\n\r\n";
    ask(get("/x"));
    assertEquals(1, answer(0, whole).size());
    for (int i = 1; i < 100; i++) {
      assertEquals(List.of(), fromServer(SERVER + i * 20_000_003, asked, Packets.ACK, "x"));
    }
    assertEquals(0, worker.counts().refusals().of(RefusalReason.AMBIGUOUS));
    List<Sent> sent = fromClient(asked, SERVER + 1 + whole.length(), Packets.ACK, get("/files/x"));
    assertEquals(Verdict.AWAIT, sent.get(0).verdict());
  }

  /** The client would get another copy, with other bytes. */
  @Test
  void shouldNotJudgeAnAnswerThatTheNextHopDrops() throws Exception {
    ask(get("/x"));
    ByteBuffer packet =
        ofServer(SERVER + 1, asked, Packets.ACK, OK + "Content-Length: 2\r\n\r\nab");
    packet.put(Ip.V4_TTL, (byte) 1);
    Ip.refreshChecksumV4(packet, 0);
    io.arrive(packet, FakePacketIo.SERVERS);
    assertEquals(List.of(), turn());
    assertEquals(Verdict.PASS, answer(0, OK + "Content-Length: 0\r\n\r\n").get(0).verdict());
  }

  @Test
  void shouldNotGoBackForAnEndWithAnEarlierNumber() throws Exception {
    ask(get("/x"));
    String begin = OK + "Transfer-Encoding: chunked\r\n\r\n1200\r\n";
    assertEquals(List.of(), answer(0, begin));
    String part = "a".repeat(1_500);
    for (int i = 0; i < 3; i++) {
      List<Sent> unused = answer(begin.length() + i * 1_500, part);
    }
    int next = begin.length() + 4_500;
    assertEquals(
        List.of(), fromServer(SERVER + 1 + next - 8, asked, Packets.ACK | Packets.FIN, ""));
    String end = "a".repeat(108) + "\r\n0\r\n\r\n";
    assertEquals(Packets.RST, answer(next, end + OK).get(0).flags());
  }

  @Test
  void shouldLetTheServerEndBehindAWholeAnswer() throws Exception {
    String whole = OK + "Content-Length: 0\r\n\r\n";
    ask(get("/x"));
    assertEquals(1, answer(0, whole).size());
    int end = SERVER + 1 + whole.length();
    assertEquals(1, fromServer(end, asked, Packets.ACK | Packets.FIN, "").size());
  }

  @Test
  void shouldRefuseAnAnswerByItsContentAndShowNothingOfIt() throws Exception {
    ask(get("/x"));
    String head = OK + "Transfer-Encoding: chunked\r\n\r\n";
    assertEquals(List.of(), answer(0, head));
    List<Sent> sent = answer(head.length(), "10\r\n" + ELF + "\r\n0\r\n\r\n");
    assertEquals(Packets.RST, sent.get(0).flags());
    assertEquals(SERVER + 1, sent.get(1).sequence());
    assertTrue(sent.get(1).text().endsWith("refused by rule no-elf\n"), sent.get(1).text());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldLetInterimAnswersPassAtOnce() throws Exception {
    ask(get("/x"));
    String interim = "HTTP/1.1 100 Continue\r\n\r\n";
    assertEquals(Verdict.WATCH, answer(0, interim).get(0).verdict());
    assertEquals(
        Verdict.WATCH, answer(interim.length(), OK + "Content-Length: 0\r\n\r\n").get(0).verdict());
  }

  @Test
  void shouldRefuseAnInterimAnswerToAClientOfHttp10() throws Exception {
    ask("GET /x HTTP/1.0\r\nHost: a.example\r\n\r\n");
    assertEquals(Packets.RST, answer(0, "HTTP/1.1 100 Continue\r\n\r\n").get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.AMBIGUOUS));
  }

  @Test
  void shouldDropWhatIsBehindAHoleAndWhatIsHeldAlready() throws Exception {
    ask(get("/x"));
    String head = OK + "Content-Length: 9\r\n\r\n";
    assertEquals(List.of(), answer(head.length(), "some text"));
    assertEquals("", answer(0, head).get(0).text());
    assertEquals("", answer(0, head).get(0).text());
    assertEquals(2, answer(head.length(), "some text").size());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.HOLE));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.REPEAT_OF_HELD));
  }

  @Test
  void shouldRefuseASecondRequestBeforeTheFirstAnswer() throws Exception {
    ask(get("/x"));
    List<Sent> sent = fromClient(asked, SERVER + 1, Packets.ACK, get("/y"));
    assertEquals(Packets.RST, sent.get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldRefuseASecondRequestWhoseBeginningWasHeldWithTheFirstOne() throws Exception {
    begin(RULES);
    open();
    String both = get("/x") + get("/y");
    int cut = get("/x").length() + 5;
    assertEquals(List.of(), request(both.substring(0, cut)));
    List<Sent> sent = fromClient(CLIENT + 1 + cut, SERVER + 1, Packets.ACK, both.substring(cut));
    assertEquals(Packets.RST, sent.get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldLetAllPassBehindAChangeOfTheProtocolThatARuleLetsPass() throws Exception {
    ask("GET /ws HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    String change =
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    assertEquals(Verdict.ANSWERED, answer(0, change).get(0).verdict());
    Sent frame = fromClient(asked, SERVER + 1 + change.length(), Packets.ACK, "not HTTP").get(0);
    assertEquals(Verdict.PASS_THROUGH, frame.verdict());

    // A login ends, and another user may log in there before the next frame.
    worker.forget(InetAddress.getByName("10.0.0.1"));
    List<Verdict> told = turn().stream().map(Sent::verdict).toList();
    assertEquals(List.of(Verdict.ADMIT, Verdict.FORGET), told);
  }
}
