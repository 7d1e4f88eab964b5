package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of clients and servers that try to get an answer past its judge. */
class AnswerEvasionTest extends WorkerRig {
  private static final String RULES =
      "<rule name='free' action='allow' paths='/free'/>"
          + "<rule name='no-elf' action='refuse' kinds='elf'/><rule name='web' action='allow'/>";
  private static final String TEXT = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext";
  private static final String ELF = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\u007fELF";
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  private int asked = CLIENT + 1;
  private int answered = SERVER + 1;

  @BeforeEach
  void start() throws Exception {
    begin(RULES);
    open();
  }

  private List<Sent> ask(String path, int acknowledgement) throws Exception {
    List<Sent> sent = fromClient(asked, acknowledgement, Packets.ACK, get(path));
    asked += get(path).length();
    return sent;
  }

  private List<Sent> answer(String text) throws Exception {
    List<Sent> sent = fromServer(answered, asked, Packets.ACK, text);
    answered += text.length();
    return sent;
  }

  private void assertAnswerIsRefused() throws Exception {
    assertTrue(answer(ELF).stream().noneMatch(one -> one.text().contains("ELF")));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldNotTakeTheClientsWordForWhereAnAnswerBegins() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/w", answered).get(0).verdict());
    assertEquals(Verdict.PASS, answer(TEXT).get(0).verdict());
    List<Sent> sent = fromClient(asked, answered + 1_000_000, Packets.ACK, get("/x"));
    assertEquals(RST, sent.get(0).flags());
    assertEquals("", sent.get(1).text());
  }

  @Test
  void shouldAwaitTheAnswerOfARepeatedRequest() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    // The kernel had no room to note it, and dropped the packet.
    assertEquals(Verdict.AWAIT, request(get("/x")).get(0).verdict());
    assertAnswerIsRefused();
  }

  @Test
  void shouldRefuseARequestWhoseAnswerMayBeginInsideAnEarlierOne() throws Exception {
    assertEquals(1, ask("/free", answered).size());
    List<Sent> sent = ask("/x", answered + 100);
    assertEquals(RST, sent.get(0).flags());
    assertEquals(RST | Packets.ACK, sent.get(1).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldKnowWhereAnAnswerOfStatedLengthEnds() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(Verdict.PASS, answer(TEXT).get(0).verdict());
    assertEquals(Verdict.AWAIT, ask("/y", answered).get(0).verdict());
    assertAnswerIsRefused();
  }

  @Test
  void shouldRefuseARequestBeforeTheEarlierAnswerIsOver() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(List.of(), answer(TEXT.replace("4", "9000") + "a".repeat(1_500)));
    assertEquals(List.of(), answer("a".repeat(1_500)));
    assertEquals(Verdict.ANSWERED, last(answer("a".repeat(1_500))).verdict());
    assertEquals(RST, ask("/y", answered).get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldGoOnAfterAnAnswerInChunks() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(List.of(), answer(CHUNKED + "1200\r\n" + "a".repeat(1_500)));
    assertEquals(List.of(), answer("a".repeat(1_500)));
    assertEquals(Verdict.PASS, last(answer("a".repeat(1_500))).verdict());
    assertEquals(Verdict.PASS, answer("a".repeat(108) + "\r\n0\r\n\r\n").get(0).verdict());
    assertEquals(Verdict.AWAIT, ask("/y", answered).get(0).verdict());
    assertAnswerIsRefused();
  }

  @Test
  void shouldPassARepeatOfAnAnswerInChunksAndReadWhatIsNewInIt() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    String begin = CHUNKED + "1200\r\n" + "a".repeat(1_500);
    assertEquals(List.of(), answer(begin));
    assertEquals(List.of(), answer("a".repeat(1_500)));
    assertEquals(3, answer("a".repeat(1_500)).size());
    answered -= 1_500;
    assertEquals(Verdict.PASS, answer("a".repeat(1_500)).get(0).verdict());
    answered -= 100;
    String rest = "a".repeat(208) + "\r\n0\r\n\r\n";
    assertEquals(Verdict.PASS, answer(rest).get(0).verdict());
  }

  @Test
  void shouldEndAConnectionAtItsServerBeforeItsAnswerIsForgotten() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    // Its hop limit ends before the server.
    assertEquals(1, fromClient(asked, 0, RST, "").size());
    List<Sent> given = wait(4);
    assertEquals(1, given.size());
    assertEquals(RST, given.get(0).flags());
    assertEquals(asked, given.get(0).sequence());

    List<Sent> late = fromServer(answered, asked - 5, Packets.ACK, ELF);
    assertEquals(1, late.size());
    assertEquals(RST, late.get(0).flags());
    assertEquals(asked - 5, late.get(0).sequence(), "the number that the server expects");

    assertEquals(Verdict.ABANDON, last(wait(40)).verdict());
  }

  @Test
  void shouldNotForgetAnAwaitedAnswerForANewConnectionOfTheSamePorts() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(1, fromClient(asked, 0, RST, "").size());
    assertEquals(List.of(), fromClient(CLIENT + 77, 0, Packets.SYN, ""));
    assertTrue(wait(4).stream().noneMatch(one -> one.verdict() == Verdict.ABANDON));
    assertEquals(List.of(), fromClient(CLIENT + 77, 0, Packets.SYN, ""));
    assertEquals(Verdict.ABANDON, last(wait(40)).verdict());
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + 77, 0, Packets.SYN, "").get(0).verdict());
  }

  @Test
  void shouldJudgeAnAnswerBehindResetsThatClientAndServerIgnore() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(List.of(), fromClient(asked + 2_000_000_000, 0, RST, ""));
    assertEquals(Verdict.PASS, fromServer(answered + 2_000_000_000, 0, RST, "").get(0).verdict());
    assertTrue(wait(10).stream().noneMatch(one -> one.verdict() == Verdict.ABANDON));
    assertAnswerIsRefused();
  }

  @Test
  void shouldNotForgetAnAwaitedAnswerForARepeatOfTheHandshake() throws Exception {
    assertEquals(Verdict.AWAIT, ask("/x", answered).get(0).verdict());
    assertEquals(List.of(), fromClient(CLIENT, 0, Packets.SYN, ""));
    assertAnswerIsRefused();
  }

  @Test
  void shouldNotEndForAUrlWhoseNormalFormIsLong() throws Exception {
    String request = get("/" + "|".repeat(2_800));
    String half = request.substring(0, 1_400);
    assertEquals(List.of(), fromClient(asked, answered, Packets.ACK, half));
    String middle = request.substring(1_400, 2_800);
    assertEquals(List.of(), fromClient(asked + 1_400, answered, Packets.ACK, middle));
    String rest = request.substring(2_800);
    Sent sent = last(fromClient(asked + 2_800, answered, Packets.ACK, rest));
    assertEquals(Verdict.AWAIT, sent.verdict());
    asked += request.length();
    assertAnswerIsRefused();
  }

  private static Sent last(List<Sent> sent) {
    return sent.get(sent.size() - 1);
  }
}
