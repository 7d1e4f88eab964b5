package dev.rosa.proxy.cache;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.stream.Packets;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the program in the kernel; they are skipped where bpf(2) is refused. */
class CacheProgramTest {
  private static final int NEXT = -40;
  private static final int ACKNOWLEDGED = 5000;
  private static final String LINE = "GET /x?y=1 HTTP/1.1";
  private static final String HOST = "a.example";
  private static final String REQUEST = LINE + "\r\nHost: " + HOST + "\r\n\r\n";

  private final CacheRig.OneClass policy = new CacheRig.OneClass();
  private final AtomicLong skewNanos = new AtomicLong();
  private CacheRig rig;
  private WorkerCache worker;
  private InetAddress client;

  @BeforeEach
  void begin() throws Exception {
    client = InetAddress.getByName("10.0.0.1");
    rig = CacheRig.make(policy, () -> System.nanoTime() + skewNanos.get());
    rig.cache().tick();
    worker = rig.cache().worker();
    assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
    assertTrue(CacheRig.remember(worker, client, LINE, HOST));
  }

  @AfterEach
  void end() {
    if (rig != null) {
      rig.close();
    }
  }

  private WorkerCache ipv4() {
    return worker.of(true, 0, 0x0a00_0001L, 0, 0x0a00_0102L, 40_000, 80);
  }

  private static ByteBuffer packet(String text) {
    return Packets.ipv4(NEXT, ACKNOWLEDGED + 1, Packets.ACK, text);
  }

  private void assertRefused(CacheCount why, ByteBuffer packet) throws Exception {
    assertFalse(rig.passes(packet));
    assertEquals(FlowState.TAKEN, ipv4().read());
    assertEquals(1L, rig.cache().counts().get(why), rig.cache().counts()::toString);
    assertFalse(rig.passes(packet(REQUEST)), "the connection is the daemon's");
    assertEquals(0, worker.hits());
  }

  @Test
  void shouldLetTheNextRequestPassAndSayWhichItWas() throws Exception {
    assertTrue(rig.passes(packet(REQUEST)));

    assertEquals(FlowState.ARMED, ipv4().read());
    assertEquals(NEXT + REQUEST.length(), worker.next());
    assertEquals(1, worker.hits());
    assertEquals(ACKNOWLEDGED + 1, worker.acknowledged());
    byte[] last = new byte[worker.lastLength()];
    worker.last().get(worker.lastOffset(), last);
    assertEquals(REQUEST, new String(last, StandardCharsets.ISO_8859_1));
    assertEquals(1L, rig.cache().counts().get(CacheCount.HIT));
  }

  @Test
  void shouldLetOneAfterTheOtherPassWhenTheClientHasHeardOfAnAnswer() throws Exception {
    int next = NEXT;
    for (int i = 1; i <= 5; i++) {
      int acknowledged = ACKNOWLEDGED + i * 900;
      assertTrue(rig.passes(Packets.ipv4(next, acknowledged, Packets.ACK | 0x08, REQUEST)));
      next += REQUEST.length();
    }
    assertFalse(rig.passes(Packets.ipv4(next, ACKNOWLEDGED + 4500, Packets.ACK, REQUEST)));
    assertEquals(FlowState.TAKEN, ipv4().read());
    assertEquals(5, worker.hits());
  }

  @Test
  void shouldGiveAConnectionBackNowAndThen() throws Exception {
    int next = NEXT;
    for (int i = 1; i <= CacheLayout.MOST_HITS; i++) {
      assertTrue(rig.passes(Packets.ipv4(next, ACKNOWLEDGED + i, Packets.ACK, REQUEST)));
      next += REQUEST.length();
    }
    assertFalse(rig.passes(Packets.ipv4(next, ACKNOWLEDGED + (1 << 20), Packets.ACK, REQUEST)));
    assertEquals(FlowState.TAKEN, ipv4().read());
    assertEquals(next, worker.next());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x?y=1 HTTP/1.1\r\nUser-Agent: a b\r\nHost: a.example\r\nAccept: */*\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHOST: a.example\r\nconnection: Keep-Alive\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nCookie: a=\"b\"; c=d\r\nCookie: e\r\n\r\n",
      })
  void shouldTakeHarmlessFields(String request) throws Exception {
    assertTrue(rig.passes(packet(request)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x?y=1 HTTP/1.1\r\n\r\n",
        "GET /x?y=1 HTTP/1.0\r\nHost: a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\nHost: a.example\r\n\r\n",
        "GET  /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "GET http://a.example/x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "POST /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "get /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost:a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example \r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost : a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nUpgrade: h2c\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nConnection: upgrade\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nExpect: 100-continue\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nX-Original-URL: /z\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nUnknown: z\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept: a\r\n folded\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept:\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept: \u00e9\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept: \0\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\nG",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\nGET /x?y=1 HTTP/1.1\r\nHost:"
            + " a.example\r\n\r\n",
        "\r\nGET /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "x"
      })
  void shouldLeaveWhatItDoesNotUnderstandToTheDaemon(String text) throws Exception {
    assertRefused(CacheCount.FORM, packet(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x?y=2 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "HEAD /x?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: A.example\r\n\r\n",
        "GET /x?y=1 HTTP/1.1\r\nHost: a.example.\r\n\r\n",
        "GET /X?y=1 HTTP/1.1\r\nHost: a.example\r\n\r\n",
      })
  void shouldLeaveOtherTextToTheDaemon(String text) throws Exception {
    assertRefused(CacheCount.UNKNOWN, packet(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1, 1 << 30, 1 << 31})
  void shouldLeaveRepeatsAndHolesToTheDaemon(int distance) throws Exception {
    assertRefused(
        CacheCount.ORDER, Packets.ipv4(NEXT + distance, ACKNOWLEDGED + 1, Packets.ACK, REQUEST));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001, 1 << 30, 1 << 31})
  void shouldLeaveStrangeAcknowledgementsToTheDaemon(int distance) throws Exception {
    assertRefused(
        CacheCount.ORDER, Packets.ipv4(NEXT, ACKNOWLEDGED + distance, Packets.ACK, REQUEST));
  }

  @ParameterizedTest
  @ValueSource(ints = {Packets.FIN, Packets.RST, Packets.URG})
  void shouldLeaveOtherSegmentsToTheDaemon(int flag) throws Exception {
    assertRefused(
        CacheCount.ORDER, Packets.ipv4(NEXT, ACKNOWLEDGED + 1, Packets.ACK | flag, REQUEST));
  }

  @Test
  void shouldLeaveTheEndToTheDaemon() throws Exception {
    assertRefused(
        CacheCount.ORDER, Packets.ipv4(NEXT, ACKNOWLEDGED + 1, Packets.ACK | Packets.FIN, ""));
  }

  @Test
  void shouldNotCareAboutBareAcknowledgementsAndOtherConnections() throws Exception {
    assertFalse(rig.passes(Packets.ipv4(NEXT, ACKNOWLEDGED + 9, Packets.ACK, "")));
    assertFalse(rig.passes(Packets.ipv4(NEXT, ACKNOWLEDGED + 9, Packets.SYN, "")));
    ByteBuffer otherPort = packet(REQUEST).putShort(20, (short) 40_001);
    assertFalse(rig.passes(otherPort));
    ByteBuffer otherServer = packet(REQUEST).putInt(16, 0x0a00_0103);
    assertFalse(rig.passes(otherServer));
    assertFalse(rig.passes(packet(REQUEST), 0x524f0002), "it comes back from the daemon");
    assertEquals(FlowState.ARMED, ipv4().read());
    assertTrue(rig.passes(packet(REQUEST), 0x524f0004), "the mark is nobody else's");
  }

  @Test
  void shouldNotBelieveTheMarkOfOthers() throws Exception {
    assertFalse(rig.passes(packet("GET /z HTTP/1.1\r\n\r\n"), 0x524f0004));
  }

  @Test
  void shouldLeaveFragmentsAndOptionsOfIpAlone() throws Exception {
    assertFalse(rig.passes(packet(REQUEST).putShort(6, (short) 0x2000)));
    assertFalse(rig.passes(packet(REQUEST).putShort(6, (short) 1)));
    assertFalse(rig.passes(packet(REQUEST).put(0, (byte) 0x46)));
    assertFalse(rig.passes(packet(REQUEST).put(9, (byte) 17)));
    assertFalse(rig.passes(packet(REQUEST).putShort(2, (short) 39)));
    assertFalse(rig.passes(packet(REQUEST).put(32, (byte) 0x40)));
    assertEquals(FlowState.ARMED, ipv4().read());
  }

  @Test
  void shouldReadNoFurtherThanThePacketSays() throws Exception {
    assertRefused(
        CacheCount.FORM, packet(REQUEST).putShort(2, (short) (20 + 20 + REQUEST.length() + 1)));
  }

  @Test
  void shouldForgetAllVerdictsAtOnce() throws Exception {
    rig.cache().clear();
    assertRefused(CacheCount.LAPSED, packet(REQUEST));
  }

  @Test
  void shouldLetNothingPassAndKnowNobodyWhileRulesAreReplaced() throws Exception {
    List<Boolean> passed = new ArrayList<>();

    rig.cache().clear(() -> passed.add(assertDoesNotThrow(() -> rig.passes(packet(REQUEST)))));

    assertEquals(List.of(false), passed);
    assertFalse(worker.knows(client, 0));
  }

  @Test
  void shouldNotUseVerdictsOfAnotherGenerationWhenTheClientIsKnownAgain() throws Exception {
    rig.cache().clear();
    assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
    assertRefused(CacheCount.UNKNOWN, packet(REQUEST));
  }

  @Test
  void shouldNotWriteDownAVerdictOfBefore() throws Exception {
    int before = worker.generation();
    rig.cache().clear();
    assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
    byte[] head = (LINE + "\r" + HOST).getBytes(StandardCharsets.ISO_8859_1);
    boolean unused =
        worker.remember(client, 0, before, head, LINE.length() + 1, LINE.length() + 1, head.length);
    assertRefused(CacheCount.UNKNOWN, packet(REQUEST));
  }

  @Test
  void shouldForgetAClient() throws Exception {
    rig.cache().forget(client);
    assertRefused(CacheCount.LAPSED, packet(REQUEST));
  }

  @Test
  void shouldForgetAClientThatIsAnotherUser() throws Exception {
    policy.user = 7;
    rig.cache().tick();
    assertRefused(CacheCount.LAPSED, packet(REQUEST));
    assertFalse(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
  }

  @Test
  void shouldLetNothingPassWhenTheDaemonIsNotHeardOf() throws Exception {
    skewNanos.set(-4_000_000_000L);
    rig.cache().tick();
    assertRefused(CacheCount.LAPSED, packet(REQUEST));
  }

  @Test
  void shouldTellThatAClientIsNotIdle() throws Exception {
    assertTrue(rig.passes(packet(REQUEST)));
    skewNanos.set(20_000_000_000L);
    rig.cache().tick();
    assertEquals(1, policy.seen);
  }

  @Test
  void shouldTakeRequestsUpToTheLongest() throws Exception {
    String begin = LINE + "\r\nHost: " + HOST + "\r\nAccept: ";
    int room = CacheLayout.HEAD_BYTES - begin.length() - 4;
    ByteBuffer tooLong = packet(begin + "x".repeat(room + 1) + "\r\n\r\n");
    assertTrue(rig.passes(packet(begin + "x".repeat(room) + "\r\n\r\n")));
    assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
    assertRefused(CacheCount.FORM, tooLong);
  }

  @Test
  void shouldTakeTextsUpToTheLongest() throws Exception {
    int room = CacheLayout.TEXT_BYTES - 1 - "GET / HTTP/1.1\r".length() - HOST.length();
    for (int more = 0; more < 300; more++) {
      String line = "GET /" + "p".repeat(room + more) + " HTTP/1.1";
      assertEquals(more == 0, CacheRig.remember(ipv4(), client, line, HOST));
      assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
      String request = line + "\r\nHost: " + HOST + "\r\n\r\n";
      assertEquals(more == 0, rig.passes(packet(request)), "more by " + more);
    }
  }

  @Test
  void shouldPassNothingItDoesNotKnowWhenItIsFull() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      boolean unused = CacheRig.remember(ipv4(), client, "GET /n" + i + " HTTP/1.1", HOST);
    }
    int hits = 0;
    for (int i = 0; i < 10_000; i++) {
      assertTrue(ipv4().arm(client, 0, NEXT, ACKNOWLEDGED, 1000));
      boolean passes = rig.passes(packet("GET /n" + i + " HTTP/1.1\r\nHost: a.example\r\n\r\n"));
      assertTrue(!passes || i < 5_000);
      hits += passes ? 1 : 0;
    }
    assertTrue(hits > 100 && hits < 5_000, hits + " hits");
  }

  private static ByteBuffer ofServer(int flags, String text) {
    ByteBuffer packet = Packets.ipv4(ACKNOWLEDGED, NEXT, flags, text);
    packet.putInt(12, 0x0a00_0102).putInt(16, 0x0a00_0001);
    return packet.putInt(20, 80 << 16 | 40_000);
  }

  @Test
  void shouldLetAnswersPassWhileTheConnectionIsTheKernels() throws Exception {
    assertTrue(rig.answers(ofServer(Packets.ACK, "HTTP/1.1 200 OK")));
    assertTrue(rig.answers(ofServer(Packets.ACK, "")));
    assertFalse(rig.answers(ofServer(Packets.ACK | Packets.FIN, "")));
    assertFalse(rig.answers(ofServer(Packets.ACK | Packets.SYN, "")));
    assertFalse(rig.answers(ofServer(Packets.RST, "")));
    assertFalse(rig.answers(ofServer(Packets.ACK, "x").putInt(12, 0x0a00_0103)));
    assertFalse(rig.answers(packet(REQUEST)));
    assertFalse(rig.passes(packet("GET /z HTTP/1.1\r\n\r\n")));
    assertFalse(rig.answers(ofServer(Packets.ACK, "HTTP/1.1 200 OK")));
  }

  @Test
  void shouldTakeIpv6() throws Exception {
    InetAddress other = InetAddress.getByName("2001:db8::1");
    long high = 0x2001_0db8_0000_0000L;
    assertTrue(
        worker.of(false, high, 1, high, 2, 40_000, 80).arm(other, 0, NEXT, ACKNOWLEDGED, 1000));
    ByteBuffer packet = Packets.ipv6(NEXT, ACKNOWLEDGED + 1, Packets.ACK, REQUEST);
    assertTrue(CacheRig.remember(worker, other, LINE, HOST));
    ByteBuffer answer = Packets.ipv6(ACKNOWLEDGED, NEXT, Packets.ACK, "x");
    answer.putLong(16, 2).putLong(32, 1).putInt(40, 80 << 16 | 40_000);
    assertTrue(rig.answers(answer));
    assertTrue(rig.passes(packet));
  }
}
