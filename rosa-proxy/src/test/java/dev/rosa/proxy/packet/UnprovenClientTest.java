package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of bytes on connections whose room is for others. */
class UnprovenClientTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no-elf' action='refuse' kinds='elf'/><rule name='web' action='allow'/>";

  @BeforeEach
  void start() throws Exception {
    begin(RULES);
  }

  private long refused(RefusalReason reason) {
    return worker.counts().refusals().of(reason);
  }

  private List<Sent> ask(int acknowledgement) throws Exception {
    return fromClient(CLIENT + 1, acknowledgement, Packets.ACK, get("/x"));
  }

  @Test
  void shouldDropBytesOfAClientThatHasNotHeardTheServer() throws Exception {
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "").size());

    // A server takes bytes with an old number.
    assertEquals(List.of(), ask(SERVER - 10));
    assertEquals(1, refused(RefusalReason.BAD_HEADER));

    assertEquals(Verdict.AWAIT, ask(SERVER + 1).get(0).verdict());
  }

  @Test
  void shouldDropFurtherBytesBehindAReset() throws Exception {
    open();
    assertEquals(1, fromClient(CLIENT + 1, 0, RST, "").size());

    assertEquals(List.of(), ask(SERVER + 1));
    assertEquals(List.of(), request("GET /x"));
    assertEquals(2, refused(RefusalReason.AFTER_END));
    assertEquals(0, worker.counts().held());
  }

  @Test
  void shouldLetARepeatOfJudgedBytesPassBehindAnEnd() throws Exception {
    open();
    assertEquals(1, request(get("/x")).size());
    int end = CLIENT + 1 + get("/x").length();
    assertEquals(1, fromClient(end, SERVER + 1, Packets.ACK | Packets.FIN, "").size());

    assertEquals(Verdict.AWAIT, request(get("/x")).get(0).verdict());
  }

  @Test
  void shouldTellTheLogOfFewConnectionsThatAnybodyMayHaveAskedFor() throws Exception {
    begin("<rule action='refuse' protocols='telnet'/>");
    for (int port = 1; port <= 2_000; port++) {
      ByteBuffer packet = Packets.ipv4(CLIENT, 0, Packets.SYN, "");
      packet.putShort(Ip.V4_HEADER, (short) port);
      io.arrive(withPort(packet, Ip.V4_HEADER + 2, 23), FakePacketIo.CLIENTS);
      assertEquals(RST | Packets.ACK, turn().get(0).flags());
    }
    assertEquals(2_000, refused(RefusalReason.RULE));
    assertEquals(600, requests.size());
    assertEquals(600, ended.size());
  }

  @Test
  void shouldTellTheLogOfFewRefusedConnectionsWhoseClientMayBeForged() throws Exception {
    begin(RULES, 2_000);
    for (int port = 1; port <= 900; port++) {
      for (int flags : new int[] {Packets.SYN, Packets.ACK | Packets.URG}) {
        boolean isFirst = flags == Packets.SYN;
        ByteBuffer packet =
            Packets.ipv4(isFirst ? CLIENT : CLIENT + 1, 0, flags, isFirst ? "" : "x");
        io.arrive(withPort(packet, Ip.V4_HEADER, port), FakePacketIo.CLIENTS);
      }
      List<Sent> unused = turn();
    }
    List<Sent> unused = wait(32);
    assertEquals(900, refused(RefusalReason.URGENT_DATA));
    assertEquals(0, ended.size());
  }

  @Test
  void shouldTellTheLogOfAnAllowedConnectionOnceItsClientHearsTheServer() throws Exception {
    scheme = Scheme.TELNET;
    begin("<rule name='login' action='allow'/>");
    assertEquals(1, fromClient(CLIENT, 0, Packets.SYN, "").size());
    assertEquals(1, fromServer(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "").size());
    assertEquals(List.of(), requests);
    assertEquals(1, request("alice\r\n").size());
    assertEquals("login", requests.get(0).rule());
  }
}
