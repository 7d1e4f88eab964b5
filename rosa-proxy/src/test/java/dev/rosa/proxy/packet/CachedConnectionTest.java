package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.cache.CacheRig;
import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.proxy.packet.FakePacketIo.Sent;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of a worker behind the program in the kernel: packets go through that first. Skipped where
 * bpf(2) is refused.
 */
class CachedConnectionTest extends WorkerRig {
  private static final String RULES =
      "<rule name='no' action='refuse' paths='/no*'/><rule name='yes' action='allow'/>";
  private static final String GET = get("/yes");
  private static final int LENGTH = GET.length();

  /** The number with which a client begins its next connection. */
  private static final int OTHER = CLIENT + 700_000;

  private final CacheRig.OneClass policy = new CacheRig.OneClass();
  private CacheRig rig;
  private int next = CLIENT + 1;
  private int acknowledged = SERVER + 1;

  @BeforeEach
  void make() throws Exception {
    rig = CacheRig.make(policy);
    cache = Optional.of(rig.cache());
    log = "summary";
    begin(RULES);
    // Behind the rules: reading them takes seconds on a busy machine, and the lease is short.
    rig.cache().tick();
  }

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  /**
   * True if the kernel lets it pass; else the worker has it, and what it sends is in {@code io}.
   */
  private boolean passes(ByteBuffer packet) throws Exception {
    if (rig.passes(packet)) {
      return true;
    }
    io.arrive(packet, FakePacketIo.CLIENTS);
    return false;
  }

  /** The next request, after an answer of 100 bytes to the last one. */
  private boolean ask(String text) throws Exception {
    boolean passes = passes(Packets.ipv4(next, acknowledged, Packets.ACK, text));
    next += text.length();
    acknowledged += 100;
    return passes;
  }

  /** Opens a connection; its first request is known to the kernel, and has passed there. */
  private void openKnown() throws Exception {
    open();
    assertFalse(ask(GET));
    assertEquals(Verdict.PASS, turn().get(0).verdict());
    assertFalse(ask(GET), "the first one was not known");
    assertEquals(1, turn().size());
    assertTrue(ask(GET), "the second one was");
  }

  private List<Sent> end() throws Exception {
    assertFalse(passes(Packets.ipv4(next, acknowledged, Packets.ACK | Packets.FIN, "")));
    return turn();
  }

  @Test
  void shouldLetKnownRequestsPassInTheKernelAndCountThemInTheLog() throws Exception {
    openKnown();
    assertTrue(ask(GET));
    assertTrue(ask(GET));
    assertEquals(2, worker.counts().requests());

    assertEquals(1, end().size());
    assertEquals(5, worker.counts().requests());
    waitAMinute();
    assertEquals(1, ended.size());
    assertEquals(5, ended.get(0).requests());
    assertEquals("http://a.example/yes", ended.get(0).url());
    assertEquals("yes", ended.get(0).rule());
    assertEquals(5 * LENGTH + 1, ended.get(0).bytesToServer());
  }

  private void openAnother() throws Exception {
    openKnown();
    assertEquals(1, end().size());
    nanos += 61_000_000_000L;
    next = OTHER + 1;
    acknowledged = SERVER + 1;
    open(OTHER);
    assertTrue(ask(GET));
  }

  @Test
  void shouldKeepTheCacheWhenAClientSendsBytesThatItsProgramLeavesToTheWorker() throws Exception {
    openKnown();
    nanos += 3_000_000_000L;
    assertFalse(passes(Packets.ipv4(CLIENT + 5, 0, Packets.SYN, "x")));
    assertEquals(List.of(), turn());
    assertEquals(Optional.empty(), rig.cache().obstacle());
  }

  @Test
  void shouldGiveNoRoomInTheKernelToClientsThatMayBeForged() throws Exception {
    open();
    assertEquals(0, rig.cache().clients());
    assertFalse(ask(GET));
    assertEquals(1, turn().size());
    assertEquals(1, rig.cache().clients());
  }

  @Test
  void shouldLetTheFirstRequestOfAnotherConnectionPassInTheKernel() throws Exception {
    openAnother();
    assertEquals(1, end().size());
    assertEquals(4, worker.counts().requests());
  }

  @Test
  void shouldRefuseAnUnknownRequestBehindThoseThatHavePassed() throws Exception {
    openKnown();
    assertTrue(ask(GET));
    assertFalse(ask(get("/no")));
    List<Sent> sent = turn();
    assertEquals(2, sent.size());
    // To the server, behind all that it has got.
    assertEquals(CLIENT + 1 + 4 * LENGTH, sent.get(0).sequence());
    assertTrue(sent.get(1).text().contains("refused by rule no"), sent::toString);
    assertFalse(rig.passes(Packets.ipv4(next, acknowledged, Packets.ACK, GET)));
  }

  @Test
  void shouldTakeRepeatsOfTheLastRequestOnlyIfTheyAreTheSame() throws Exception {
    openKnown();
    int last = next - LENGTH;
    assertFalse(passes(Packets.ipv4(last, acknowledged, Packets.ACK, get("/no!"))));
    assertEquals(List.of(), turn());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.REPEAT_CHANGED));
    assertFalse(passes(Packets.ipv4(last, acknowledged, Packets.ACK, GET)));
    assertEquals(GET, turn().get(0).text());
    assertFalse(passes(Packets.ipv4(last - LENGTH, acknowledged, Packets.ACK, GET + GET)));
    assertEquals(List.of(), turn());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.REPEAT_TOO_OLD));
  }

  @Test
  void shouldNotLetARequestPassBesideAPacketThatTheWorkerHasNotJudgedYet() throws Exception {
    openKnown();
    String post = "POST /yes HTTP/1.1\r\nHost: a.example\r\nContent-Length: 9\r\n\r\n";
    assertFalse(passes(Packets.ipv4(next, acknowledged, Packets.ACK, post)));
    // Of other length: what follows it would not be the body.
    assertFalse(passes(Packets.ipv4(next, acknowledged, Packets.ACK, GET)));
    List<Sent> sent = turn();
    assertEquals(1, sent.size());
    assertEquals(post, sent.get(0).text());
    assertFalse(passes(Packets.ipv4(next + post.length(), acknowledged, Packets.ACK, "123456789")));
    assertEquals("123456789", turn().get(0).text());
  }

  @Test
  void shouldDropAPacketThatCameBeforeTheConnectionWasGivenToTheKernel() throws Exception {
    open();
    assertFalse(ask(GET));
    assertEquals(1, turn().size());
    ByteBuffer early = Packets.ipv4(next + LENGTH, acknowledged + 100, Packets.ACK, get("/no"));
    assertFalse(rig.passes(early));
    assertFalse(ask(GET));
    assertEquals(1, turn().size(), "it is known now, and the connection is the kernel's");
    io.arrive(early, FakePacketIo.CLIENTS);
    assertEquals(List.of(), turn());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.HOLE));
    assertTrue(ask(GET));
    assertFalse(passes(early));
    assertEquals(List.of(), turn());
    assertEquals(1, worker.counts().refusals().of(RefusalReason.REPEAT_CHANGED));
  }

  @Test
  void shouldNotGiveAConnectionBackAmidABody() throws Exception {
    openKnown();
    String post = "POST /yes HTTP/1.1\r\nHost: a.example\r\nContent-Length: 9\r\n\r\n";
    assertFalse(ask(post));
    assertEquals(1, turn().size());
    assertFalse(ask("12345"));
    assertEquals(1, turn().size());
    assertFalse(ask(GET.substring(0, 4)));
    assertEquals(1, turn().size());
    assertFalse(ask(GET));
    assertEquals(1, turn().size());
    assertTrue(ask(GET), "the body was complete before");
  }

  @Test
  void shouldLetNothingPassAfterALogout() throws Exception {
    openKnown();
    logOut();
    policy.user = -1;
    rig.cache().forget(java.net.InetAddress.getByName("10.0.0.1"));
    worker.forget(java.net.InetAddress.getByName("10.0.0.1"));
    assertFalse(turn().isEmpty());
    assertFalse(ask(GET));
    List<Sent> sent = turn();
    assertEquals(RST, sent.get(0).flags() & RST);
    assertEquals(1, worker.counts().refusals().of(RefusalReason.LOGGED_OUT));
  }

  @Test
  void shouldLetNothingPassInTheKernelWhileAWorkerTakesConnectionsBack() throws Exception {
    openKnown();
    InetAddress client = InetAddress.getByName("10.0.0.1");
    rig.cache().takeBack(client, 1);
    // A request of another connection, before the worker has heard of the logout.
    assertFalse(askElsewhere(client));
    assertFalse(rig.passes(Packets.ipv4(next, acknowledged, Packets.ACK, GET)));
    worker.forget(client);
    boolean unused = turn().isEmpty();
    assertTrue(askElsewhere(client));
  }

  /** Tells whether the kernel knows a request that a worker has let pass. */
  private boolean askElsewhere(InetAddress client) {
    WorkerCache other = rig.cache().worker();
    int lineEnd = GET.indexOf('\n');
    int host = GET.indexOf("a.example");
    boolean isKnown = false;
    for (int i = 0; i < 2; i++) {
      isKnown =
          other
              .of(true, 0, 0x0a000001, 0, 0x0a000102, 40_001, 80)
              .remember(
                  client,
                  ALICE,
                  other.generation(),
                  GET.getBytes(StandardCharsets.US_ASCII),
                  lineEnd,
                  host,
                  host + "a.example".length());
    }
    return isKnown;
  }

  @Test
  void shouldLetOtherRulesDecideAtTheNextRequest() throws Exception {
    openKnown();
    rig.cache().clear();
    assertFalse(ask(GET));
    assertEquals(1, turn().size());
  }

  @Test
  void shouldNotCacheWhatIsLoggedOrWhoseAnswerIsJudged() throws Exception {
    log = "full";
    begin(RULES);
    open();
    for (int i = 0; i < 4; i++) {
      assertFalse(ask(GET));
      assertEquals(1, turn().size());
    }
    assertEquals(4, requests.size());
  }

  @Test
  void shouldNotCacheWhatARuleForContentConcerns() throws Exception {
    begin("<rule action='refuse' kinds='elf'/>" + RULES);
    open();
    for (int i = 0; i < 4; i++) {
      assertFalse(ask(GET));
      boolean unused = turn().isEmpty();
    }
    assertEquals(0, rig.cache().written());
  }

  @Test
  void shouldKeepAConnectionWhoseRequestsAllPassInTheKernel() throws Exception {
    openAnother();
    for (int i = 0; i < 16; i++) {
      assertEquals(List.of(), wait(10));
      assertTrue(ask(GET));
    }
    for (int minute = 0; minute < 3; minute++) {
      waitAMinute();
      assertTrue(ask(GET));
    }
    waitAMinute();
    assertEquals(1, worker.counts().connections());
    assertEquals(1, ended.size());
    assertEquals(List.of(), wait(61));
    assertEquals(0, worker.counts().connections());
    assertEquals(20, ended.get(1).requests());
  }

  @Test
  void shouldNotLetAFirstRequestPassThatDoesNotCompleteTheHandshake() throws Exception {
    openAnother();
    assertEquals(1, end().size());
    nanos += 61_000_000_000L;
    next = CLIENT + 1;
    acknowledged = SERVER + 2;
    open();
    assertFalse(ask(GET));
  }

  /** Each connection is looked at once. */
  private void waitAMinute() throws Exception {
    nanos += 61_000_000_000L;
    for (int i = 0; i < 100; i++) {
      nanos += 20_000_000L;
      assertEquals(List.of(), turn());
    }
  }

  @Test
  void shouldEndTheCacheWhenItsProgramDoesNotSeePackets() throws Exception {
    openKnown();
    nanos += 3_000_000_000L;
    ByteBuffer unseen = Packets.ipv4(next, acknowledged, Packets.ACK, GET);
    io.arrive(unseen, FakePacketIo.CLIENTS);
    assertEquals(List.of(), turn());
    assertTrue(rig.cache().obstacle().orElseThrow().contains("another one"));
    io.arrive(unseen, FakePacketIo.CLIENTS);
    assertEquals(GET, turn().get(0).text());
  }

  @Test
  void shouldGoOnAloneWhenTheCacheEnds() throws Exception {
    openKnown();
    rig.cache().close();
    // No program is there any more.
    io.arrive(Packets.ipv4(next, acknowledged, Packets.ACK, GET), FakePacketIo.CLIENTS);
    assertEquals(GET, turn().get(0).text());
    next += LENGTH;
    io.arrive(Packets.ipv4(next, acknowledged + 100, Packets.ACK, GET), FakePacketIo.CLIENTS);
    assertEquals(GET, turn().get(0).text());
  }
}
