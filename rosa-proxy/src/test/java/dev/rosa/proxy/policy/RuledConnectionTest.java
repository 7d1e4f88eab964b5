package dev.rosa.proxy.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.ftp.FtpControl;
import dev.rosa.proxy.ftp.FtpVerdict;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.SegmentFate;
import dev.rosa.proxy.stream.TcpSegment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the whole judgement: packets of a client, its connection, its requests, the rules. */
class RuledConnectionTest {
  private static final Instant MONDAY_NOON = Instant.parse("2026-11-23T12:00:00Z");
  private static final int ALICE = 0;
  private static final int CLIENT = 1000;
  private static final int SERVER = 5000;
  private static final int WARM_UP = 5_000;
  private static final int REQUESTS = 20_000;

  @TempDir private Path folder;

  private final RefusalCounts counts = new RefusalCounts();
  private final TcpSegment segment = new TcpSegment();
  private RulesInForce rules;
  private RuledHttp policy;
  private ProxiedConnection connection;

  @BeforeEach
  void open() throws IOException {
    rules =
        new RulesInForce(
            load("<rule name=\"web\" action=\"allow\" users=\"alice\" paths=\"/pub/*\"/>"),
            ZoneOffset.UTC,
            MONDAY_NOON);
    open(ALICE);
  }

  private void open(int user) {
    ClientEnd client =
        new ClientEnd(IpLiteral.parse("10.0.0.1"), IpLiteral.parse("10.0.1.2"), user);
    policy = new RuledHttp(rules, client, counts);
    connection =
        new ProxiedConnection(
            new HttpRequestJudge(
                new HeadBuffers(1), new RequestHead(), ServerEnd.of("10.0.1.2", 80), policy),
            TimeUnit.SECONDS.toNanos(10),
            new KeptRoom(1 << 20));
    ByteBuffer asking = Packets.ipv4(CLIENT, 0, Packets.SYN, "");
    connection.fromClient(Packets.read(asking), asking, 0);
    connection.fromServer(
        Packets.read(Packets.ipv4(SERVER, CLIENT + 1, Packets.SYN | Packets.ACK, "")));
  }

  @Test
  void shouldAllowARequestByItsRuleAndRefuseTheNextOne() {
    assertEquals(SegmentFate.PASS, send(0, get("/pub/x")));
    assertEquals("web", policy.lastRule().name());
    assertEquals(SegmentFate.REFUSE, send(get("/pub/x").length(), get("/pub/../x")));
    assertEquals(ConnectionState.REFUSED, connection.state());
    assertEquals(1, counts.of(RefusalReason.RULE));
  }

  @Test
  void shouldAskForARuleForBothUrlsOfACopy() {
    String allowed = copyTo("http://a.example/pub/b");
    assertEquals(SegmentFate.PASS, send(0, allowed));
    assertEquals(SegmentFate.PASS, send(allowed.length(), copyTo("/pub/b")));
    for (String destination :
        List.of("/b", "/pub/../b", "/pub/%2e%2e/b", "http://A.example:80/pub/..%2fb", "/pub")) {
      open(ALICE);
      assertEquals(SegmentFate.REFUSE, send(0, copyTo(destination)), destination);
    }
  }

  @Test
  void shouldRefuseADestinationThatServersReadInSeveralWays() {
    for (String destination :
        List.of(
            "",
            "pub/b",
            "//a.example/pub/b",
            "https://a.example/pub/b",
            "http://b.example/pub/b",
            "http://a.example:81/pub/b",
            "http://u@a.example/pub/b",
            "http://a.example",
            "/pub/b\r\nDestination: /pub/b")) {
      open(ALICE);
      assertEquals(SegmentFate.REFUSE, send(0, copyTo(destination)), destination);
      assertEquals(RefusalReason.AMBIGUOUS, connection.reason(), destination);
    }
  }

  private static String copyTo(String destination) {
    return "COPY /pub/a HTTP/1.1\r\nHost: a.example\r\nDestination: " + destination + "\r\n\r\n";
  }

  @Test
  void shouldRefuseAClientThatIsNotLoggedIn() {
    open(Question.NO_USER);

    assertEquals(SegmentFate.REFUSE, send(0, get("/pub/x")));
  }

  @Test
  void shouldCountEachRefusalByItsReason() {
    assertEquals(SegmentFate.REFUSE, send(0, "GET / HTTP/1.1\n\n"));
    assertEquals(1, counts.of(RefusalReason.AMBIGUOUS));
    assertEquals(0, counts.of(RefusalReason.RULE));
  }

  @Test
  void shouldJudgeTheNextRequestByRulesThatAreNew() throws IOException {
    String request = get("/pub/x");
    assertEquals(SegmentFate.PASS, send(0, request));
    rules.replace(load("<rule action=\"refuse\"/>"));

    assertEquals(SegmentFate.REFUSE, send(request.length(), request));
  }

  /** Such connections go to the relay; this is if one should not. */
  @Test
  void shouldRefuseWhatCannotBeScannedHere() throws IOException {
    rules.replace(
        load(
            "<rule action=\"allow\" protocols=\"http\" scan=\"virus\"/>",
            "<scans><scan name=\"virus\" service=\"icap://127.0.0.1/x\"/></scans>"));

    assertEquals(SegmentFate.REFUSE, send(0, get("/pub/x")));
    assertEquals(1, counts.of(RefusalReason.NOT_SCANNED));
  }

  @Test
  void shouldJudgeByTheTimeOfTheWeek() throws IOException {
    rules.replace(load("<rule action=\"allow\" times=\"noon\"/>"));
    assertEquals(SegmentFate.PASS, send(0, get("/x")));
    rules.tick(MONDAY_NOON.plusSeconds(3600));
    assertEquals(SegmentFate.REFUSE, send(get("/x").length(), get("/x")));
  }

  @Test
  void shouldAnswerAnFtpCommandWithItsRule() throws IOException {
    rules.replace(
        load("<rule name=\"no-put\" action=\"refuse\" commands=\"PUT\"/><rule action=\"allow\"/>"));
    ClientEnd client =
        new ClientEnd(IpLiteral.parse("10.0.0.1"), IpLiteral.parse("10.0.1.2"), ALICE);
    FtpControl control =
        new FtpControl(client.address(), client.server(), new RuledFtp(rules, client));
    assertEquals(FtpVerdict.Kind.FORWARD, control.reply("220 ready").kind());

    assertEquals("550 refused by rule no-put", control.command("STOR x").reply());
    assertEquals("550 refused by rule no-put", control.command("APPE x").reply());
  }

  @Test
  void shouldAllocateNothingForARequest() {
    String request = get("/pub/a/b/../c?d=e");
    int sent = run(0, WARM_UP, request);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long empty = threads.getCurrentThreadAllocatedBytes() - before;
    ByteBuffer packet = Packets.ipv4(0, SERVER + 1, Packets.ACK, request);
    before = threads.getCurrentThreadAllocatedBytes();
    send(packet, sent, request.length(), REQUESTS);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - empty;

    assertTrue(allocated < REQUESTS / 10, allocated + " bytes for " + REQUESTS + " requests");
    assertEquals(ConnectionState.CONTROL, connection.state());
    assertEquals((long) (WARM_UP + REQUESTS) * request.length(), connection.judgedBytes());
  }

  private int run(int sent, int requests, String request) {
    ByteBuffer packet = Packets.ipv4(0, SERVER + 1, Packets.ACK, request);
    return send(packet, sent, request.length(), requests);
  }

  private int send(ByteBuffer packet, int sent, int length, int requests) {
    int position = sent;
    for (int i = 0; i < requests; i++) {
      packet.putInt(24, CLIENT + 1 + position);
      Packets.refreshTcp(packet, 20, 12, 8);
      RefusalReason reason = segment.read(packet, 0, packet.capacity());
      if (reason != null || connection.fromClient(segment, packet, i) != SegmentFate.PASS) {
        throw new AssertionError("request " + i + ": " + reason);
      }
      position += length;
    }
    return position;
  }

  private SegmentFate send(int position, String bytes) {
    ByteBuffer packet = Packets.ipv4(CLIENT + 1 + position, SERVER + 1, Packets.ACK, bytes);
    return connection.fromClient(Packets.read(packet), packet, 0);
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
  }

  private LoadedRules load(String text) throws IOException {
    return load(text, "");
  }

  private LoadedRules load(String text, String scans) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("proxy.xml"),
            "<proxy><users><user name=\"alice\"/></users>"
                + "<times><time name=\"noon\" from=\"12:00\" to=\"12:30\"/></times>"
                + scans
                + "<rules>"
                + text
                + "</rules></proxy>");
    return LoadedRules.read(file, new Problems(file), 1).orElseThrow();
  }
}
