package dev.rosa.proxy.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RecordingPolicy;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.SegmentFate;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProxiedConnectionTest {
  private static final long HEAD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int CLIENT = 1000;
  private static final int SERVER = 5000;

  private final HeadBuffers buffers = new HeadBuffers(4);
  private final RecordingPolicy policy = new RecordingPolicy();
  private final ProxiedConnection connection =
      new ProxiedConnection(
          new HttpRequestJudge(buffers, new RequestHead(), ServerEnd.of("192.0.2.1", 80), policy),
          HEAD_NANOS,
          new KeptRoom(1 << 20));
  private long now = Long.MAX_VALUE - 5;

  @Test
  void shouldLetNoByteOfTheClientPassBeforeTheServerHasAnswered() {
    assertEquals(SegmentFate.PASS, client(Packets.SYN, CLIENT, ""));
    assertEquals(SegmentFate.DROP, client(Packets.ACK, CLIENT + 1, "GET / HTTP/1.1\r\n"));
    assertEquals(ConnectionState.HANDSHAKE, connection.state());
    assertEquals(SegmentFate.PASS, server(Packets.SYN | Packets.ACK, SERVER, CLIENT + 1));
    assertEquals(ConnectionState.CONTROL, connection.state());
  }

  @Test
  void shouldNotTakeAnAnswerToAnotherRequest() {
    client(Packets.SYN, CLIENT, "");

    assertEquals(SegmentFate.DROP, server(Packets.SYN | Packets.ACK, SERVER, CLIENT + 2));
    assertEquals(SegmentFate.DROP, client(Packets.SYN, CLIENT + 77, ""));
    assertEquals(SegmentFate.PASS, client(Packets.SYN, CLIENT, ""));
    assertEquals(ConnectionState.HANDSHAKE, connection.state());
  }

  @Test
  void shouldWaitForTheRestOfAHeadAndGoOn() {
    open();

    assertEquals(SegmentFate.HOLD, send(0, "GET / HT"));
    assertEquals(ConnectionState.WAITING, connection.state());
    assertEquals(SegmentFate.PASS, send(8, "TP/1.1\r\nHost: a.example\r\n\r\n"));
    assertEquals(ConnectionState.CONTROL, connection.state());
    assertEquals(0, buffers.inUse());
  }

  @Test
  void shouldRefuseAHeadThatIsNotCompleteInTime() {
    open();
    send(0, "GET / HT");
    now += HEAD_NANOS - 1;
    send(8, "TP");

    assertFalse(connection.tick(now));
    now += 1;
    assertTrue(connection.tick(now));
    assertEquals(ConnectionState.REFUSED, connection.state());
    assertEquals(RefusalReason.HEAD_TOO_SLOW, connection.reason());
    assertEquals(SegmentFate.REFUSE, send(10, "/1.1\r\nHost: a.example\r\n\r\n"));
  }

  @Test
  void shouldRefuseBothWaysOnceARequestIsRefused() {
    open();

    assertEquals(SegmentFate.REFUSE, send(0, "GET / HTTP/1.1\nHost: a.example\n\n"));
    assertEquals(RefusalReason.AMBIGUOUS, connection.reason());
    assertEquals(SegmentFate.REFUSE, server(Packets.ACK, SERVER + 1, CLIENT + 1));
  }

  @Test
  void shouldGoOnJudgingAfterAResetThatMayBeForged() {
    open();
    assertEquals(SegmentFate.PASS, server(Packets.RST | Packets.ACK, SERVER + 999, CLIENT + 1));
    assertEquals(ConnectionState.CONTROL, connection.state());
    connection.end();

    assertEquals(ConnectionState.CLOSING, connection.state());
    assertEquals(SegmentFate.REFUSE, send(0, "GET / HTTP/1.1\n\n"));
    assertEquals(ConnectionState.REFUSED, connection.state());
  }

  @Test
  void shouldDropAnAnswerToAnotherRequestAlsoLater() {
    open();
    assertEquals(SegmentFate.DROP, server(Packets.SYN | Packets.ACK, SERVER + 9, CLIENT + 78));
    assertEquals(SegmentFate.PASS, server(Packets.SYN | Packets.ACK, SERVER, CLIENT + 1));
  }

  @Test
  void shouldExpectTheNumberBehindWhatWasJudgedAndBehindTheEnd() {
    client(Packets.SYN, CLIENT, "");
    assertTrue(connection.expects(CLIENT + 1));
    server(Packets.SYN | Packets.ACK, SERVER, CLIENT + 1);
    send(0, "GET / HT");
    assertTrue(connection.expects(CLIENT + 9));
    assertFalse(connection.expects(CLIENT + 10));
    send(8, "TP/1.1\r\nHost: a.example\r\n\r\n");
    int end = CLIENT + 1 + "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".length();
    assertEquals(SegmentFate.PASS, client(Packets.ACK | Packets.FIN, end, ""));
    assertTrue(connection.expects(end + 1));
  }

  @Test
  void shouldCloseWithTheEndOfTheClient() {
    open();

    assertEquals(SegmentFate.PASS, client(Packets.ACK | Packets.FIN, CLIENT + 1, ""));
    assertEquals(ConnectionState.CLOSING, connection.state());
  }

  @Test
  void shouldPassThroughAfterAChangeOfTheProtocol() {
    open();
    connection.passThrough();

    assertEquals(ConnectionState.PASS_THROUGH, connection.state());
    assertEquals(SegmentFate.PASS, send(0, "\0\n"));
  }

  private void open() {
    client(Packets.SYN, CLIENT, "");
    server(Packets.SYN | Packets.ACK, SERVER, CLIENT + 1);
  }

  private SegmentFate send(int position, String bytes) {
    return client(Packets.ACK, CLIENT + 1 + position, bytes);
  }

  private SegmentFate client(int flags, int sequence, String bytes) {
    ByteBuffer packet = Packets.ipv4(sequence, SERVER + 1, flags, bytes);
    return connection.fromClient(Packets.read(packet), packet, now);
  }

  private SegmentFate server(int flags, int sequence, int acknowledgement) {
    return connection.fromServer(Packets.read(Packets.ipv4(sequence, acknowledgement, flags, "")));
  }
}
