package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Answers that are held while packets are lost, or while their server makes them. After a timeout a
 * server repeats the first piece alone, and sends no other before that is acknowledged.
 */
class LossyAnswerTest extends WorkerRig {
  private static final int ACK = Packets.ACK;
  private static final String RULES =
      "<rule name='no-elf' action='refuse' kinds='elf'/><rule action='allow'/>";
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";
  private static final int ASKED = CLIENT + 1 + get("/x").length();

  private void ask() throws Exception {
    begin(RULES);
    open();
    assertEquals(Verdict.AWAIT, request(get("/x")).get(0).verdict());
  }

  private List<Sent> answer(int at, String text) throws Exception {
    return fromServer(SERVER + 1 + at, ASKED, ACK, text);
  }

  private static void assertAcknowledged(List<Sent> sent, int bytes) {
    assertEquals(1, sent.size());
    assertEquals(ACK, sent.get(0).flags());
    assertEquals(FakePacketIo.CLIENTS, sent.get(0).link());
    assertEquals(ASKED, sent.get(0).sequence());
    assertEquals(SERVER + 1 + bytes, sent.get(0).ack());
    assertEquals("", sent.get(0).text());
  }

  private static List<String> texts(List<Sent> sent) {
    return sent.stream().map(Sent::text).toList();
  }

  @Test
  void shouldAcknowledgeWhatIsHeldOnceTheServerRepeatsIt() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    assertAcknowledged(answer(HEAD.length(), "some"), HEAD.length() + 4);
    List<Sent> sent = answer(HEAD.length() + 4, " text");
    assertEquals(List.of(HEAD, "some", " text"), texts(sent));
    assertEquals(Verdict.WATCH, sent.get(2).verdict());
  }

  @Test
  void shouldAcknowledgeAtOnceWhatCameBehindOthers() throws Exception {
    ask();
    assertEquals(List.of(), answer(HEAD.length(), "some text"));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    assertEquals(2, answer(HEAD.length(), "some text").size());
  }

  /** By duplicates of one acknowledgement a server learns what was lost without a timeout. */
  @Test
  void shouldTellTheServerOfEachPacketBehindAHoleWhatIsHeld() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    for (int i = 1; i < 4; i++) {
      assertAcknowledged(answer(HEAD.length() + i, "x"), HEAD.length());
    }
    assertEquals(2, answer(HEAD.length(), "some text").size());
  }

  /** The server will not do so: it believes that they have arrived. */
  @Test
  void shouldRepeatWhatTheClientHasNotGot() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    assertEquals(2, answer(HEAD.length(), "some text").size());
    assertEquals(List.of(HEAD), texts(wait(2)));
    assertEquals(List.of(HEAD), texts(wait(3)));
    int end = SERVER + 1 + HEAD.length();
    assertEquals(1, fromClient(ASKED, end, ACK, "").size());
    assertEquals(List.of(), wait(60));
  }

  /** Its line may be down for minutes; TCP alone would go on as well. */
  @Test
  void shouldRepeatAsLongAsTheClientIsSilent() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    assertEquals(2, answer(HEAD.length(), "some text").size());
    assertEquals(List.of(HEAD, HEAD, HEAD, HEAD, HEAD), texts(wait(60)));
    assertEquals(List.of(HEAD, HEAD), texts(wait(64)));
    int end = SERVER + 1 + HEAD.length() + 9;
    List<Sent> next = fromClient(ASKED, end, ACK, get("/y"));
    assertEquals(Verdict.AWAIT, next.get(0).verdict());
    assertEquals(List.of(), wait(64));
  }

  /** The kernel has a bounded number of connections whose answers come to the worker. */
  @Test
  void shouldLetTheKernelForgetAnAnswerThatItsClientNeverAcknowledges() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    List<Sent> sent = answer(HEAD.length(), "some text");
    assertEquals(Verdict.WATCH, sent.get(1).verdict());
    assertEquals(1, fromClient(ASKED, 0, RST, "").size());
    List<Sent> later = wait(120);
    assertEquals(Verdict.ABANDON, later.get(later.size() - 1).verdict());
  }

  @Test
  void shouldLetPacketsPassInTheKernelOnceTheClientHasWhatWasAcknowledgedForIt() throws Exception {
    String head = HEAD.replace("9", "90000");
    ask();
    assertEquals(List.of(), answer(0, head));
    assertAcknowledged(answer(0, head), head.length());
    int next = head.length();
    for (int i = 0; i < 4; i++, next += 1_300) {
      List<Sent> sent = answer(next, "x".repeat(1_300));
      assertEquals(i == 3 ? Verdict.WATCH : Verdict.PASS, sent.get(sent.size() - 1).verdict());
    }
    assertEquals(Verdict.PASS, answer(next, "more").get(0).verdict());
    assertEquals(1, fromClient(ASKED, SERVER + 1 + next, ACK, "").size());
    assertEquals(Verdict.ANSWERED, answer(next + 4, "more").get(0).verdict());
  }

  /** A server repeats it in one segment with the begin of the answer, which is held. */
  @Test
  void shouldRepeatAnInterimAnswerThatTheClientMayLack() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\n\r\n";
    ask();
    assertEquals(List.of(), answer(0, interim.substring(0, 9)));
    List<Sent> passed = answer(9, interim.substring(9));
    assertEquals(List.of(interim.substring(0, 9), interim.substring(9)), texts(passed));
    assertEquals(Verdict.WATCH, passed.get(1).verdict());
    int end = interim.length();
    assertEquals(List.of(), answer(end, HEAD));
    assertAcknowledged(answer(0, interim + HEAD), end + HEAD.length());
    assertEquals(texts(passed), texts(wait(2)));
    assertEquals(1, fromClient(ASKED, SERVER + 1 + end, ACK, "").size());
    List<Sent> rest = answer(end + HEAD.length(), "some text");
    assertEquals(List.of(HEAD, "some text"), texts(rest));
    assertEquals(1, fromClient(ASKED, SERVER + 1 + end + HEAD.length() + 9, ACK, "").size());
    assertEquals(List.of(), wait(60));
  }

  /** The kernel must not take the server's acknowledgement for the end of what is awaited. */
  @Test
  void shouldJudgeTheNextAnswerToo() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    assertEquals(2, answer(HEAD.length(), "some text").size());
    int end = SERVER + 1 + HEAD.length() + 9;
    assertEquals(1, fromClient(ASKED, end, ACK, "").size());
    assertEquals(Verdict.AWAIT, fromClient(ASKED, end, ACK, get("/y")).get(0).verdict());
    int asked = ASKED + get("/y").length();
    assertEquals(Verdict.PASS, fromServer(end, asked, ACK, "").get(0).verdict());
    List<Sent> sent = fromServer(end, asked, ACK, HEAD + "\u007fELF\2\1\1\0\0");
    assertEquals(RST, sent.get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
  }

  @Test
  void shouldJudgeTheAnswerToARequestThatWasAcknowledgedForItsServer() throws Exception {
    begin(RULES);
    open();
    String request = get("/x");
    assertEquals(List.of(), request(request.substring(0, 9)));
    assertEquals(1, request(request.substring(0, 9)).size());
    List<Sent> asked = fromClient(CLIENT + 10, SERVER + 1, ACK, request.substring(9));
    assertEquals(Verdict.AWAIT, asked.get(1).verdict());
    assertEquals(Verdict.PASS, answer(0, "").get(0).verdict());
    assertEquals(RST, answer(0, HEAD + "\u007fELF\2\1\1\0\0").get(0).flags());
  }

  /** A server may send them without an end. */
  @Test
  void shouldKeepFewInterimAnswersAndAcknowledgeNothingBehindOneThatIsNotKept() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\n\r\n";
    ask();
    int end = 0;
    for (int i = 0; i < 20; i++, end += interim.length()) {
      assertEquals(List.of(interim), texts(answer(end, interim)));
    }
    assertEquals(List.of(), answer(end, HEAD));
    assertEquals(List.of(), answer(end, HEAD));
    assertEquals(8, wait(2).size());
    assertEquals(1, fromClient(ASKED, SERVER + 1 + end, ACK, "").size());
    assertAcknowledged(answer(end, HEAD), end + HEAD.length());
  }

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  /** An answer in chunks of which enough has come to let it pass. */
  private int passChunks() throws Exception {
    ask();
    String first = CHUNKED + "1000\r\n" + "x".repeat(0x1000) + "\r\n";
    int next = 0;
    while (next < first.length()) {
      String part = first.substring(next, Math.min(first.length(), next + 1_300));
      List<Sent> unused = answer(next, part);
      next += part.length();
    }
    return next;
  }

  /** The client's TCP tells the server what it lacks. */
  @Test
  void shouldLetChunksBehindAHolePassAndFindTheirEnd() throws Exception {
    int next = passChunks();
    List<String> chunks = List.of("3\r\none\r\n", "3\r\ntwo\r\n", "5\r\nthree\r\n", "0\r\n\r\n");
    int second = next + chunks.get(0).length();
    int third = second + chunks.get(1).length();
    int last = third + chunks.get(2).length();
    assertEquals(List.of(chunks.get(2)), texts(answer(third, chunks.get(2))));
    assertEquals(List.of(chunks.get(1)), texts(answer(second, chunks.get(1))));
    assertEquals(List.of(chunks.get(0)), texts(answer(next, chunks.get(0))));
    assertEquals(List.of(chunks.get(3)), texts(answer(last, chunks.get(3))));
    // The end is known: another request may be asked, and what the server sends unasked ends it.
    int end = last + chunks.get(3).length();
    assertEquals(1, fromClient(ASKED, SERVER + 1 + end, ACK, "").size());
    List<Sent> surplus = answer(end, HEAD);
    assertEquals(RST, surplus.get(0).flags());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.AMBIGUOUS));
  }

  /** A long download loses packets all the time, and each is repeated soon. */
  @Test
  void shouldKnowTheEndOfALongAnswerWhoseHolesAreFilled() throws Exception {
    int next = passChunks();
    String chunk = "3\r\none\r\n";
    int bytes = chunk.length();
    for (int i = 0; i < 60; i++, next += 3 * bytes) {
      for (int time = 0; time < 3; time++) {
        assertEquals(1, answer(next + bytes, chunk).size());
        assertEquals(1, answer(next + bytes + 4, chunk.substring(4) + chunk).size());
      }
      assertEquals(List.of(), wait(1));
      assertEquals(2, worker.counts().held());
      assertEquals(List.of(chunk), texts(answer(next, chunk)));
    }
    assertEquals(1, answer(next, "0\r\n\r\n").size());
    assertEquals(1, fromClient(ASKED, SERVER + 1 + next + 5, ACK, "").size());
    assertEquals(
        Verdict.AWAIT, fromClient(ASKED, SERVER + 6 + next, ACK, get("/y")).get(0).verdict());
  }

  /** Most chunks are longer than packets. */
  @Test
  void shouldKeepNothingBehindAHoleInAChunk() throws Exception {
    int next = passChunks();
    assertEquals(1, answer(next, "1c00\r\n").size());
    int bytes = next + 6;
    for (int i = 1; i < 7; i++) {
      String part = "x".repeat(0x400) + (i == 6 ? "\r\n0\r\n\r\n" : "");
      assertEquals(List.of(part), texts(answer(bytes + i * 0x400, part)));
    }
    List<Sent> unused = wait(1);
    assertEquals(0, worker.counts().held());
    assertEquals(1, answer(bytes, "x".repeat(0x400)).size());
    int end = SERVER + 1 + bytes + 0x1c00 + 7;
    assertEquals(Verdict.AWAIT, fromClient(ASKED, end, ACK, get("/y")).get(0).verdict());
  }

  @Test
  void shouldLetTheRestPassInTheKernelWhereAHoleIsNotFilled() throws Exception {
    int next = passChunks() + 100;
    assertEquals(Verdict.PASS, answer(next, "yyyy").get(0).verdict());
    assertEquals(List.of(), wait(29));
    assertEquals(Verdict.PASS, answer(next + 4, "yyyy").get(0).verdict());
    assertEquals(List.of(), wait(3));
    assertEquals(Verdict.ANSWERED, answer(next + 8, "yyyy").get(0).verdict());
  }

  @Test
  void shouldLetTheRestPassInTheKernelWhereTooMuchIsBehindAHole() throws Exception {
    int next = passChunks() + 100;
    Verdict verdict = Verdict.PASS;
    int sent = 0;
    for (; verdict == Verdict.PASS && sent < 1_000; sent++, next += 1_000) {
      List<Sent> passed = answer(next, "y".repeat(1_000));
      verdict = passed.get(0).verdict();
    }
    assertEquals(Verdict.ANSWERED, verdict);
    assertTrue(sent > 50, sent + " packets were kept");
    assertEquals(0, worker.counts().held());
    // Where the next answer begins is not known.
    List<Sent> refused = fromClient(ASKED, SERVER + 1 + next, ACK, get("/y"));
    assertEquals(RST, refused.get(0).flags());
  }

  @Test
  void shouldRefuseContentAsOfAnyOther() throws Exception {
    ask();
    assertEquals(List.of(), answer(0, HEAD));
    assertAcknowledged(answer(0, HEAD), HEAD.length());
    List<Sent> sent = answer(HEAD.length(), "\u007fELF\2\1\1\0\0");
    assertEquals(RST, sent.get(0).flags());
    assertTrue(sent.get(1).text().endsWith("refused by rule no-elf\n"), sent.get(1).text());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.CONTENT));
    assertEquals(List.of(), texts(wait(5)));
  }
}
