package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Refused connections whose server has sent bytes that the client gets before it hears of it. */
class RefusedBesideAnswerTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule action='allow'/>";
  private static final int END = CLIENT + 1 + get("/x").length();

  private static void assertReset(Sent sent, int number) {
    assertEquals(RST | Packets.ACK, sent.flags());
    assertEquals(FakePacketIo.SERVERS, sent.link());
    assertEquals(number, sent.sequence());
    assertEquals("", sent.text());
  }

  /** A stranger needs the client's address and port alone. */
  @Test
  void shouldAnswerByTheClientsNumbersWhateverAStrangerSends() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    for (int i = 1; i < 200; i++) {
      int number = i * 20_000_003;
      assertEquals(List.of(), fromClient(END + number, SERVER + number, Packets.ACK, "x"));
    }
    Sent page = fromClient(END, SERVER + 101, Packets.ACK, get("/no")).get(1);
    assertTrue(page.text().startsWith("HTTP/1.1 403 "), page.text());
    assertEquals(SERVER + 101, page.sequence());
    assertEquals(END + get("/no").length(), page.ack());
  }

  /** The page would be the end of what it downloads. */
  @Test
  void shouldResetAClientThatIsLoggedOutWhileItTakesAnAnswer() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    logOut();
    List<Sent> sent = fromClient(END, SERVER + 101, Packets.ACK, "");
    assertEquals(2, sent.size());
    assertReset(sent.get(1), SERVER + 101);
  }

  @Test
  void shouldTellAClientThatAsksThatItIsLoggedOut() throws Exception {
    begin("<rule action='allow' users='*'/>");
    open();
    assertEquals(1, request(get("/x")).size());
    logOut();
    List<Sent> sent = fromClient(END, SERVER + 101, Packets.ACK, get("/y"));
    assertTrue(sent.get(1).text().startsWith("HTTP/1.1 "), sent.get(1).text());
  }

  @Test
  void shouldResetAgainAtTheNumberThatTheClientExpects() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    assertReset(fromClient(END, SERVER + 1, Packets.ACK, get("/no")).get(1), SERVER + 1);
    assertReset(fromClient(END, SERVER + 22, Packets.ACK, get("/no")).get(0), SERVER + 22);
    assertReset(fromClient(END, SERVER + 50, Packets.ACK, "").get(0), SERVER + 50);
    assertEquals(List.of(), fromClient(END, SERVER + 50, RST, ""));
  }

  @Test
  void shouldResetAClientThatHasIgnoredThePage() throws Exception {
    begin(RULES);
    open();
    assertEquals(1, request(get("/x")).size());
    Sent page = fromClient(END, SERVER + 101, Packets.ACK, get("/no")).get(1);
    assertTrue(page.text().startsWith("HTTP/1.1 403 "), page.text());
    Sent again = fromClient(END, SERVER + 101, Packets.ACK, get("/no")).get(0);
    assertEquals(page, again);
    assertReset(fromClient(END, SERVER + 301, Packets.ACK, get("/no")).get(0), SERVER + 301);
  }

  /** It sends its body to the end before it reads. */
  @Test
  void shouldTakeTheBodyOfAClientThatHasThePage() throws Exception {
    begin(RULES);
    open();
    Sent page = request(get("/no")).get(1);
    int end = page.sequence() + page.text().length() + 1;
    int next = CLIENT + 1 + get("/no").length();
    assertEquals(List.of(), fromClient(next, end, Packets.ACK, ""));
    Sent taken = fromClient(next, end, Packets.ACK, "body").get(0);
    assertEquals(Packets.ACK, taken.flags());
    assertEquals(end, taken.sequence());
    assertEquals(next + 4, taken.ack());
    assertEquals(next + 5, fromClient(next, end, Packets.ACK | Packets.FIN, "body").get(0).ack());
  }
}
