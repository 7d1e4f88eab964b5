package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server takes cookies of the minute before, too, and those of an earlier connection with the
 * same ends. Each has a number of its own: how far an acknowledgement is from the sequence number.
 */
class CookiesOfOthersTest extends WorkerRig {
  private static final String RULES = "<rule name='web' action='allow'/>";
  private static final int ACK = Packets.ACK;
  private static final int SYN = Packets.SYN;
  private static final byte[] NO_OPTIONS = {};
  private static final int NEXT_MINUTE = 0x0123_4567;

  private List<Sent> answered(int server, int acknowledgement) throws Exception {
    ByteBuffer answer = Packets.ipv4(server, acknowledgement, SYN | ACK, NO_OPTIONS, "");
    io.arrive(turned(answer), FakePacketIo.SERVERS);
    return turn();
  }

  /** Opens a connection with an answer that may be a cookie. */
  private void open(int client, int server) throws Exception {
    assertFalse(fromClient(client, 0, SYN, "").isEmpty());
    assertEquals(Verdict.WATCH, answered(server, client + 1).get(0).verdict());
  }

  private void end(int client) throws Exception {
    assertEquals(1, fromClient(client + 1, 0, RST, "").size());
  }

  /** A client, or a stranger with its address, asks for many connections and proves none. */
  @Test
  void shouldWatchAConnectionBehindOneWhoseRoomWentToAnother() throws Exception {
    begin(RULES, 2);
    open(CLIENT, SERVER);
    for (int port = 1; port <= 2; port++) {
      ByteBuffer other = withPort(Packets.ipv4(CLIENT, 0, SYN, ""), Ip.V4_HEADER, port);
      io.arrive(other, FakePacketIo.CLIENTS);
      assertEquals(Verdict.ADMIT, turn().stream().reduce((a, b) -> b).orElseThrow().verdict());
    }
    List<Sent> asked = fromClient(CLIENT + 7, 0, SYN, "");
    assertEquals(Verdict.ADMIT_WATCHED, asked.get(asked.size() - 1).verdict());
    // The server has the connection now, by options that no cookie has.
    assertEquals(1, fromServer(SERVER + 99, CLIENT + 8, SYN | ACK, "").size());
    assertEquals(List.of(), fromClient(CLIENT + 8 + 92, SERVER + 100, ACK, ""));
    assertEquals(1, fromClient(CLIENT + 8, SERVER + 100, ACK, "").size());
  }

  @Test
  void shouldForgetACookieOnceNoServerTakesIt() throws Exception {
    begin(RULES, 1);
    open(CLIENT, SERVER);
    io.arrive(withPort(Packets.ipv4(CLIENT, 0, SYN, ""), Ip.V4_HEADER, 1), FakePacketIo.CLIENTS);
    List<Sent> unused = turn();
    unused = wait(152);
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + 7, 0, SYN, "").get(0).verdict());
  }

  /**
   * A stranger has asked in the client's name, whose host answers to nothing that it did not ask.
   */
  @Test
  void shouldLetAClientBeginWhereNobodyHasHeardTheAnswer() throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    int client = CLIENT + 70_000;
    int server = SERVER + 70_000 + NEXT_MINUTE;
    assertEquals(List.of(), fromClient(client, 0, SYN, ""));
    List<Sent> unused = wait(3);
    open(client, server);
    assertEquals(List.of(), fromClient(client + 1 + NEXT_MINUTE, server + 1, ACK, ""));
    assertEquals(1, fromClient(client + 1, server + 1, ACK, "").size());
  }

  @Test
  void shouldDropWhatFitsTheCookieOfTheMinuteBefore() throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    int second = SERVER + NEXT_MINUTE;
    assertEquals(Verdict.WATCH, answered(second, CLIENT + 1).get(0).verdict());
    for (int size = -3; size <= 3; size++) {
      int begin = CLIENT + 1 + NEXT_MINUTE + size;
      assertEquals(List.of(), fromClient(begin, second + 1, ACK, ""));
    }
    assertEquals(1, fromClient(CLIENT + 1, second + 1, ACK, "").size());
  }

  @Test
  void shouldDropWhatFitsTheCookieOfTheConnectionBefore() throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    end(CLIENT);
    int client = CLIENT + 70_000;
    int server = SERVER + 70_000 + NEXT_MINUTE;
    open(client, server);
    assertEquals(List.of(), fromClient(client + 1 + NEXT_MINUTE, server + 1, ACK, ""));
    end(client);
    List<Sent> unused = wait(60);
    open(client, server + NEXT_MINUTE);
    int first = server + NEXT_MINUTE + 1;
    assertEquals(List.of(), fromClient(client + 1 + 2 * NEXT_MINUTE, first, ACK, ""));
    assertEquals(List.of(), fromClient(client + 1 + NEXT_MINUTE, first, ACK, ""));
    assertEquals(1, fromClient(client + 1, first, ACK, "").size());
  }

  @ParameterizedTest
  @ValueSource(ints = {-0x0100_0000, 0x0100_0000})
  void shouldDropWhatFitsACookieWhoseLowerBitsWrapAround(int carry) throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    assertEquals(List.of(), fromClient(CLIENT + 1 + carry + 2, SERVER + 1, ACK, ""));
  }

  @Test
  void shouldMakeAnAcknowledgementOlderUntilItFitsNoCookie() throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    end(CLIENT);
    open(CLIENT, SERVER + 8);
    String request = get("/x");
    assertEquals(1, fromClient(CLIENT + 1, SERVER + 9, ACK, request).size());
    int next = CLIENT + 1 + request.length();
    assertEquals(1, fromServer(SERVER + 9, next, ACK, "x".repeat(request.length())).size());
    Sent sent = fromClient(next, SERVER + 9 + request.length(), ACK, "").get(0);
    assertEquals(SERVER + 9 + request.length() - 16, sent.ack());
  }

  @Test
  void shouldWatchWhileTheNextConnectionIsAskedFor() throws Exception {
    begin(RULES);
    open(CLIENT, SERVER);
    end(CLIENT);
    List<Sent> asked = fromClient(CLIENT + 5000, 0, SYN, "");
    assertEquals(List.of(Verdict.ADMIT_WATCHED), asked.stream().map(Sent::verdict).toList());
    assertEquals(List.of(), fromClient(CLIENT + 5002, SERVER + 5001, ACK, ""));
  }

  @Test
  void shouldDropAnAnswerThatIsOneCookieTooMany() throws Exception {
    begin(RULES);
    for (int i = 0; i < 4; i++) {
      open(CLIENT, SERVER + i * NEXT_MINUTE);
      end(CLIENT);
    }
    assertEquals(1, fromClient(CLIENT, 0, SYN, "").size());
    assertEquals(List.of(), answered(SERVER + 4 * NEXT_MINUTE, CLIENT + 1));
    assertEquals(1, answered(SERVER + NEXT_MINUTE, CLIENT + 1).size(), "one of these minutes");
    end(CLIENT);
    assertEquals(1, worker.counts().refusals().of(RefusalReason.WRONG_NUMBER));
    List<Sent> unused = wait(151);
    open(CLIENT, SERVER + 4 * NEXT_MINUTE);
  }
}
