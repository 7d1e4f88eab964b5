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
 * Heads of several packets of which some are lost. A client that has waited for an acknowledgement
 * repeats the first one alone, and sends no other before that is acknowledged.
 */
class LossyHeadTest extends WorkerRig {
  private static final int ACK = Packets.ACK;
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule action='allow'/>";
  private static final String BEGIN = "GET /x HTTP/1.1\r\n";
  private static final String MIDDLE = "A: b\r\n";
  private static final String END = "Host: a.example\r\n\r\n";
  private static final int SECOND = CLIENT + 1 + BEGIN.length();
  private static final int THIRD = SECOND + MIDDLE.length();
  private static final int NEXT = THIRD + END.length();

  private List<Sent> send(int sequence, String text) throws Exception {
    return fromClient(sequence, SERVER + 1, ACK, text);
  }

  private static void assertAcknowledged(List<Sent> sent, int number) {
    assertEquals(1, sent.size());
    assertEquals(ACK, sent.get(0).flags());
    assertEquals(FakePacketIo.SERVERS, sent.get(0).link());
    assertEquals(SERVER + 1, sent.get(0).sequence());
    assertEquals(number, sent.get(0).ack());
    assertEquals("", sent.get(0).text());
  }

  private static List<String> texts(List<Sent> sent) {
    return sent.stream().map(Sent::text).toList();
  }

  private void start() throws Exception {
    begin(RULES);
    open();
  }

  /** The worker says nothing as long as nothing is lost. */
  @Test
  void shouldNotAcknowledgeWhatIsHeldWithoutNeed() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    List<Sent> sent = send(SECOND, MIDDLE + END);
    assertEquals(List.of(BEGIN, MIDDLE + END), texts(sent));
    assertEquals(Verdict.PASS, sent.get(1).verdict());
    assertEquals(List.of(), wait(3));
  }

  @Test
  void shouldAcknowledgeWhatIsHeldOnceTheClientRepeatsIt() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertAcknowledged(send(SECOND, MIDDLE), THIRD);
    List<Sent> sent = send(THIRD, END);
    assertEquals(List.of(BEGIN, MIDDLE, END), texts(sent));
    assertEquals(Verdict.AWAIT, sent.get(2).verdict());
    assertEquals(1, requests.size());
  }

  /** An acknowledgement would cover the first request, which nobody would repeat. */
  @Test
  void shouldAskTheServerWhetherItHasWhatHasPassedBeforeItAcknowledgesMore() throws Exception {
    start();
    String first = BEGIN + END;
    int second = CLIENT + 1 + first.length();
    assertEquals(1, send(CLIENT + 1, first).size());
    assertEquals(List.of(), send(second, BEGIN));
    List<Sent> asked = send(second, BEGIN);
    assertEquals(1, asked.size());
    assertEquals(FakePacketIo.CLIENTS, asked.get(0).link());
    assertEquals(Verdict.AWAIT, asked.get(0).verdict());
    assertEquals(second - 1, asked.get(0).sequence());
    // It lacks the first one.
    List<Sent> lacking = fromServer(SERVER + 1, CLIENT + 1, ACK, "");
    assertEquals(List.of(Verdict.PASS), lacking.stream().map(Sent::verdict).toList());
    assertEquals(1, send(CLIENT + 1, first).size());
    List<Sent> has = fromServer(SERVER + 1, second, ACK, "");
    assertEquals(2, has.size());
    assertAcknowledged(List.of(has.get(0)), second + BEGIN.length());
    assertEquals(List.of(BEGIN, END), texts(send(second + BEGIN.length(), END)));
  }

  /** The packet that completes a head has no copy. */
  @Test
  void shouldAskTheServerAlsoIfABeginWasAcknowledgedAndTheRestMayBeLost() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertEquals(List.of(BEGIN, END), texts(send(SECOND, END)));
    int second = SECOND + END.length();
    List<Sent> asked = send(second, BEGIN);
    assertEquals(List.of(Verdict.AWAIT), asked.stream().map(Sent::verdict).toList());
    assertEquals(second - 1, asked.get(0).sequence());
    List<Sent> has = fromServer(SERVER + 1, second, ACK, "");
    assertAcknowledged(List.of(has.get(0)), second + BEGIN.length());
  }

  @Test
  void shouldAcknowledgeAtOnceOfALaterHeadIfTheServerHasAllBeforeIt() throws Exception {
    start();
    String first = BEGIN + END;
    int second = CLIENT + 1 + first.length();
    assertEquals(1, send(CLIENT + 1, first).size());
    assertEquals(1, fromServer(SERVER + 1, second, ACK, "").size());
    assertEquals(List.of(), send(second, BEGIN));
    assertAcknowledged(send(second, BEGIN), second + BEGIN.length());
  }

  @Test
  void shouldAcknowledgeTheFirstPieceAtOnceIfItCameBehindOthers() throws Exception {
    start();
    assertEquals(List.of(), send(SECOND, MIDDLE + END));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.HOLE));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertEquals(2, send(SECOND, MIDDLE + END).size());
  }

  /** The client will not do so: it believes that they have arrived. */
  @Test
  void shouldRepeatWhatTheServerHasNotGot() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertEquals(2, send(SECOND, MIDDLE + END).size());
    List<Sent> again = wait(2);
    assertEquals(List.of(BEGIN), texts(again));
    // The client would not cut it anew for a link that it is too long for.
    assertTrue(again.get(0).mayBeCut());
    assertEquals(List.of(BEGIN), texts(wait(3)));
    List<Sent> received = fromServer(SERVER + 1, NEXT, ACK, "");
    assertEquals(Verdict.ANSWERED, received.get(0).verdict());
    assertEquals(List.of(), wait(60));
  }

  /** Its server takes nothing, and the client asks again and again. */
  @Test
  void shouldSendNothingTwiceBecauseTheClientGoesOn() throws Exception {
    start();
    int next = CLIENT + 1;
    for (int i = 0; i < 20; i++) {
      assertEquals(List.of(), fromClient(next + BEGIN.length(), SERVER + 1, ACK, END));
      assertEquals(1, fromClient(next, SERVER + 1, ACK, BEGIN).size());
      List<Sent> sent = fromClient(next + BEGIN.length(), SERVER + 1, ACK, END);
      assertEquals(List.of(BEGIN, END), texts(sent));
      next += BEGIN.length() + END.length();
    }
    assertEquals(20, wait(2).size());
    assertEquals(20, wait(3).size());
  }

  @Test
  void shouldEndAConnectionWhoseServerNeverAcknowledges() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertEquals(2, send(SECOND, MIDDLE + END).size());
    assertEquals(List.of(BEGIN, BEGIN, BEGIN, BEGIN, BEGIN), texts(wait(40)));
    assertEquals(RST, wait(30).get(0).flags() & RST);
    assertEquals(1, worker.counts().refusals().of(RefusalReason.HEAD_TOO_SLOW));
  }

  @Test
  void shouldGoOnRepeatingIfTheServerHasAPartOfIt() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertAcknowledged(send(SECOND, MIDDLE), THIRD);
    assertEquals(3, send(THIRD, END).size());
    List<Sent> received = fromServer(SERVER + 1, SECOND, ACK, "");
    assertEquals(Verdict.PASS, received.get(0).verdict());
    assertEquals(List.of(BEGIN, MIDDLE), texts(wait(2)));
  }

  @Test
  void shouldRefuseAHeadAsAnyOther() throws Exception {
    start();
    String begin = "GET /no HTTP/1.1\r\n";
    assertEquals(List.of(), send(CLIENT + 1, begin));
    int second = CLIENT + 1 + begin.length();
    assertAcknowledged(send(CLIENT + 1, begin), second);
    List<Sent> sent = send(second, END);
    assertEquals(RST, sent.get(0).flags());
    assertEquals(CLIENT + 1, sent.get(0).sequence());
    assertTrue(sent.get(1).text().startsWith("HTTP/1.1 403 "), sent.get(1).text());
    assertEquals(2, sent.size());
    assertEquals(List.of(), texts(wait(5)));
  }

  @Test
  void shouldEndAHeadThatIsTooSlowAsAnyOther() throws Exception {
    start();
    assertEquals(List.of(), send(CLIENT + 1, BEGIN));
    assertAcknowledged(send(CLIENT + 1, BEGIN), SECOND);
    assertEquals(2, wait(12).size());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.HEAD_TOO_SLOW));
  }
}
