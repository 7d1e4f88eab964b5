package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the room for packets of heads that are not complete. */
class HeldRoomTest extends WorkerRig {
  private static final String RULES = "<rule action='allow'/>";
  private static final int ACK = Packets.ACK;
  private static final String BEGIN = "GET /x HTTP/1.1\r\n";
  private static final String LINE = "A: b\r\n";
  private static final String END = "Host: a.example\r\n\r\n";

  /** Packets of each connection that holds some, and such connections of a client. */
  private static final int PACKETS = 4;

  private static final int GREEDY = ClientLimits.Share.MOST_HELD / PACKETS;

  @Test
  void shouldLetAClientThatHoldsMuchGiveWayToAnother() throws Exception {
    begin(RULES, 100);
    for (int client = 2; client <= 5; client++) {
      fill(client);
    }
    assertEquals(0, refused());
    assertTrue(passesInTwoParts(1, 9));
    assertEquals(1, refused());
  }

  /** Hosts of one network of IPv6 are one client. */
  @Test
  void shouldLetTheOldestHeadOfAClientGiveWayToItsNext() throws Exception {
    begin(RULES, 100);
    fill(1);
    assertTrue(passesInTwoParts(1, 90));
    assertEquals(1, refused());
  }

  @Test
  void shouldLetTheOldestHeadOfAClientGiveWayWhereAllHoldAlike() throws Exception {
    begin(RULES, 100);
    for (int client = 2; client <= 5; client++) {
      fill(client);
    }
    fill(6);
    long before = refused();
    assertTrue(passesInTwoParts(6, 90));
    assertEquals(before + 1, refused());
  }

  /** One host of a /48 of IPv6 is many clients. */
  @Test
  void shouldLetTheOldestHeadOfAllGiveWayIfNobodyHoldsMuch() throws Exception {
    begin(RULES, 100);
    int clients = 1_024 / PACKETS;
    for (int client = 0; client < clients; client++) {
      hold(2 + client % 250, 1 + client / 250, PACKETS);
    }
    assertEquals(0, refused());
    connect(1, 90);
    int next = CLIENT + 1;
    for (String part : List.of(BEGIN, LINE, LINE)) {
      List<Sent> unused = send(1, 90, next, ACK, part);
      next += part.length();
    }
    for (int client = 0; client < clients / 2; client++) {
      hold(2 + client % 250, 10 + client / 250, PACKETS);
    }
    assertEquals(PACKETS, send(1, 90, next, ACK, END).size());
    assertEquals(1 + clients / 2, refused());
  }

  @Test
  void shouldNotLetTheHeadOfOneConnectionTakeTheShareOfAll() throws Exception {
    begin(RULES, 100);
    for (int port = 1; port < GREEDY; port++) {
      hold(1, port, PACKETS);
    }
    assertTrue(passesInTwoParts(1, 90));
    hold(1, GREEDY, 2 * PACKETS);
    assertEquals(1, refused());
  }

  private long refused() {
    return worker.counts().refusals().of(RefusalReason.NO_ROOM);
  }

  private void fill(int client) throws Exception {
    for (int port = 1; port <= GREEDY; port++) {
      hold(client, port, PACKETS);
    }
  }

  private void hold(int client, int port, int packets) throws Exception {
    connect(client, port);
    int next = CLIENT + 1;
    for (int i = 0; i < packets; i++) {
      String text = i == 0 ? BEGIN : LINE;
      List<Sent> unused = send(client, port, next, ACK, text);
      next += text.length();
    }
  }

  private boolean passesInTwoParts(int client, int port) throws Exception {
    connect(client, port);
    List<Sent> unused = send(client, port, CLIENT + 1, ACK, BEGIN);
    List<Sent> sent = send(client, port, CLIENT + 1 + BEGIN.length(), ACK, END);
    return sent.size() == 2 && sent.stream().allMatch(one -> one.verdict() == Verdict.PASS);
  }

  private void connect(int client, int port) throws Exception {
    assertEquals(1, send(client, port, CLIENT, Packets.SYN, "").size());
    ByteBuffer answer = turned(packet(client, port, SERVER, Packets.SYN | ACK, ""));
    answer.putInt(Ip.V4_HEADER + 8, CLIENT + 1);
    Packets.refreshTcp(answer, Ip.V4_HEADER, Ip.V4_SOURCE, 8);
    io.arrive(answer, FakePacketIo.SERVERS);
    assertEquals(1, turn().size());
    assertEquals(1, send(client, port, CLIENT + 1, ACK, "").size());
  }

  private List<Sent> send(int client, int port, int sequence, int flags, String text)
      throws Exception {
    io.arrive(packet(client, port, sequence, flags, text), FakePacketIo.CLIENTS);
    return turn();
  }

  private static ByteBuffer packet(int client, int port, int sequence, int flags, String text) {
    int acknowledgement = (flags & ACK) == 0 ? 0 : SERVER + 1;
    ByteBuffer packet = Packets.ipv4(sequence, acknowledgement, flags, text);
    packet.put(Ip.V4_SOURCE + 3, (byte) client);
    Ip.refreshChecksumV4(packet, 0);
    return withPort(packet, Ip.V4_HEADER, port);
  }
}
