package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of connections of TLS, which pass through behind the client's first message. */
class PassThroughTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' hosts='evil.example'/><rule name='web' action='allow'/>";
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

  @Test
  void shouldLetTheKernelAskAgainWhenAClientHasEndedItsConnection() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(Verdict.ANSWERED, acknowledge(HELLO.length()));
    assertEquals(Verdict.PASS_THROUGH, send(HELLO.length(), "more"));
    // The server may ignore it: nobody would know of what goes on.
    assertEquals(Verdict.ADMIT, fromClient(CLIENT + 2_000_000_000, 0, RST, "").get(0).verdict());
    assertEquals(Verdict.ADMIT, send(HELLO.length() + 4, "still more"));
  }

  @Test
  void shouldAwaitNoReceiptOfAConnectionThatIsForgotten() throws Exception {
    assertEquals(Verdict.AWAIT, send(0, HELLO));
    assertEquals(1, fromClient(CLIENT + 1 + HELLO.length(), 0, RST, "").size());
    Verdict last = null;
    for (int i = 0; i < 200 && last == null; i++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(25);
      last = turn().stream().map(FakePacketIo.Sent::verdict).findFirst().orElse(null);
    }
    assertEquals(Verdict.ABANDON, last);
  }
}
