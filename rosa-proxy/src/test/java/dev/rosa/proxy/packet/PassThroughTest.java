package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of connections of TLS, which pass through behind the client's first message. */
class PassThroughTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' hosts='evil.example'/><rule name='web' action='allow'/>";
  private static final int FAR = 2_000_000_000;
  private static final String HELLO = hello("good.example");

  @BeforeEach
  void start() throws Exception {
    scheme = Scheme.HTTPS;
    begin(RULES);
    open();
  }

  private static String hello(String host) {
    String name = shortText(host.length() + 3) + "\0" + shortText(host.length()) + host;
    String extensions = shortText(0) + shortText(name.length()) + name;
    String body =
        "\3\3"
            + "r".repeat(32)
            + "\0"
            + "\0\2\23\1"
            + "\1\0"
            + shortText(extensions.length())
            + extensions;
    String message = "\1\0" + shortText(body.length()) + body;
    return "\26\3\1" + shortText(message.length()) + message;
  }

  private static String shortText(int number) {
    return "" + (char) (number >> 8) + (char) (number & 0xff);
  }

  private Verdict send(int position, String text) throws Exception {
    return fromClient(CLIENT + 1 + position, SERVER + 1, Packets.ACK, text).get(0).verdict();
  }

  private Verdict acknowledge(int position) throws Exception {
    return fromServer(SERVER + 1, CLIENT + 1 + position, Packets.ACK, "").get(0).verdict();
  }

  @Test
  void shouldPassInTheKernelOnceTheServerHasWhatWasJudged() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(Verdict.PASS, acknowledge(HELLO.length() - 1));
    assertEquals(Verdict.AWAIT, send(HELLO.length(), "early data"));
    assertEquals(Verdict.ANSWERED, acknowledge(HELLO.length() + 10));
    assertEquals(Verdict.PASS, acknowledge(HELLO.length() + 10));
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length() + 10, "more"));
  }

  @Test
  void shouldLetNoOtherNamePassInARepeatThatTheServerMayTake() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    // The server has dropped the first one, for its hop limit or its options.
    String other = hello("evil.example");
    assertEquals(List.of(), fromClient(CLIENT + 1, SERVER + 1, Packets.ACK, other));
    assertEquals(1, worker.counts().refusals().of(RefusalReason.REPEAT_CHANGED));
    assertEquals(Verdict.AWAIT, send(0, HELLO));
  }

  private void passThrough() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(Verdict.ANSWERED, acknowledge(HELLO.length()));
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length(), "more"));
  }

  @Test
  void shouldLetTheKernelAskAgainBehindAnEndThatTheServerMayIgnore() throws Exception {
    passThrough();
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + FAR, 0, RST, "").get(0).verdict());
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length() + 4, "still more"));
    int end = Packets.ACK | Packets.FIN;
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + FAR, FAR, end, "").get(0).verdict());
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length() + 14, "and more"));
  }

  @Test
  void shouldRememberAnIdleConnectionBehindEndsOfStrangers() throws Exception {
    passThrough();
    assertEquals(1, fromClient(CLIENT + FAR, 0, RST, "").size());
    assertEquals(1, fromClient(CLIENT + FAR, FAR, Packets.ACK | Packets.FIN, "").size());
    assertEquals(1, fromServer(SERVER + FAR, FAR, RST | Packets.ACK, "").size());
    assertTrue(wait(600).stream().allMatch(one -> one.flags() == Packets.ACK));
    assertEquals(List.of(), ended);
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length() + 4, "still more"));
  }

  @Test
  void shouldForgetAConnectionThatItsServerDoesNotKnow() throws Exception {
    passThrough();
    int behind = CLIENT + 5 + HELLO.length();
    assertEquals(1, fromClient(behind, SERVER + 1, Packets.ACK | Packets.FIN, "").size());
    List<Sent> asked = wait(62);
    assertEquals(1, asked.size());
    assertEquals(FakePacketIo.CLIENTS, asked.get(0).link());
    assertEquals(Packets.ACK, asked.get(0).flags());

    assertEquals(1, fromServer(asked.get(0).ack() + 1, 0, RST, "").size());
    assertEquals(List.of(), wait(4));
    assertEquals(List.of(), ended);
    assertEquals(List.of(), fromServer(asked.get(0).ack(), 0, RST, ""));
    assertEquals(List.of(), wait(4));
    assertEquals(1, ended.size());
  }

  @Test
  void shouldBeginAnewOnceTheServerDoesNotKnowTheOldConnection() throws Exception {
    passThrough();
    assertEquals(1, fromServer(SERVER + FAR, 0, RST, "").size());
    Sent asked = fromClient(CLIENT + 77, 0, Packets.SYN, "").get(0);
    assertEquals(Packets.ACK, asked.flags(), "the request for a connection does not pass");
    assertEquals(List.of(), fromClient(CLIENT + 77, 0, Packets.SYN, ""), "asked once a second");
    assertEquals(List.of(), fromServer(asked.ack(), 0, RST, ""));
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + 77, 0, Packets.SYN, "").get(0).verdict());
    assertEquals(List.of(), fromClient(CLIENT + 78, SERVER + 1, Packets.ACK, "unjudged"));
  }

  @Test
  void shouldDropUrgentDataOfAnybodyAlone() throws Exception {
    passThrough();
    assertEquals(List.of(), fromClient(CLIENT + FAR, FAR, Packets.ACK | Packets.URG, "stranger's"));
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length() + 4, "still more"));
  }

  @Test
  void shouldAwaitNoReceiptOfAConnectionThatIsForgotten() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(1, fromClient(CLIENT + 1 + HELLO.length(), 0, RST, "").size());
    Verdict last = null;
    for (int i = 0; i < 200 && last == null; i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(25);
      last = turn().stream().map(Sent::verdict).findFirst().orElse(null);
    }
    assertEquals(Verdict.ABANDON, last);
  }

  @Test
  void shouldLetTheKernelAskAgainWhenAPassingConnectionGivesItsRoomAway() throws Exception {
    begin(RULES, 1);
    open();
    passThrough();
    assertEquals(Verdict.PASS, fromServer(SERVER + FAR, 0, RST, "").get(0).verdict());
    ByteBuffer other = withPort(Packets.ipv4(CLIENT, 0, Packets.SYN, ""), Ip.V4_HEADER, 1);
    io.arrive(other, FakePacketIo.CLIENTS);
    List<Sent> sent = new ArrayList<>(turn());
    assertEquals(1, ended.size());
    logOut();
    worker.forget(InetAddress.getByName("10.0.0.1"));
    sent.addAll(turn());
    sent.addAll(wait(1));
    // Else its bytes pass in the kernel once another user has logged in there, for ten minutes.
    assertTrue(
        sent.stream().anyMatch(one -> (one.flags() & RST) != 0 && one.verdict() == Verdict.ADMIT));
  }

  @Test
  void shouldTakeAConnectionThatTheServerHasResetFromTheKernel() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(Verdict.ANSWERED, acknowledge(HELLO.length()));
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length(), "more"));
    assertEquals(
        1, fromServer(SERVER + 1, CLIENT + 1 + HELLO.length(), RST | Packets.ACK, "").size());
    List<Sent> sent = wait(100);
    assertEquals(1, sent.stream().filter(one -> one.verdict() == Verdict.ADMIT).count());
  }
}
