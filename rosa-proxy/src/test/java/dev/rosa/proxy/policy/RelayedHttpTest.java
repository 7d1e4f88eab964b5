package dev.rosa.proxy.policy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.http.relay.AnswerScan;
import dev.rosa.proxy.http.relay.ScanResult;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A relayed connection of HTTP between rules, logins, scans and log. */
class RelayedHttpTest {
  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(IpLiteral.parse("10.0.0.7"), 40_000);
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(IpLiteral.parse("2001:db8::1"), 80);
  private static final byte[] BODY = "abc".getBytes(US_ASCII);

  @TempDir private Path folder;
  private final KeptSurroundings kept = new KeptSurroundings(0);
  private final Scans scans = new Scans(() -> 5);
  private RelayedHttp policy;

  @BeforeEach
  void begin() throws IOException {
    int gone;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      gone = socket.getLocalPort();
    }
    Path config = folder.resolve("proxy.xml");
    Files.writeString(
        config,
        """
        <proxy>
          <users><user name="alice"/></users>
          <scans>
            <scan name="virus" service="icap://127.0.0.1:%1$d/a" limit="1KiB"/>
            <scan name="lax" service="icap://127.0.0.1:%1$d/a" limit="1KiB" when-gone="pass"
                  when-larger="pass"/>
          </scans>
          <rules log="full">
            <rule name="pictures" action="allow" protocols="http" types="image/*"/>
            <rule name="fonts" action="refuse" types="font/*"/>
            <rule name="lax" action="allow" protocols="http" paths="/lax*" scan="lax"/>
            <rule name="web" action="allow" protocols="http" users="alice" scan="virus"/>
          </rules>
        </proxy>
        """
            .formatted(gone));
    Problems problems = new Problems(config);
    LoadedRules rules = LoadedRules.read(config, problems, 1).orElseThrow();
    assertEquals(List.of(), problems.all());
    RelayedSession.Surroundings around = kept.under(rules);
    policy = RelayedHttp.of(around, scans, CLIENT, SERVER);
  }

  private Judgement decide(String path) {
    byte[] head = ("GET " + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n").getBytes(US_ASCII);
    RequestHead request = new RequestHead();
    assertEquals(null, request.read(head, head.length, ServerEnd.of(SERVER)));
    return policy.decide(request);
  }

  private Judgement answer(String type) {
    byte[] bytes = ("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n").getBytes(US_ASCII);
    ResponseHead head = new ResponseHead();
    assertEquals(null, head.read(bytes, bytes.length));
    return policy.decideContent(head, BODY, BODY.length);
  }

  private ScanResult scan() {
    return policy
        .scan()
        .orElseThrow()
        .scan(new AnswerScan.Content(BODY, BODY, BODY, BODY.length, bytes -> true));
  }

  @Test
  void shouldLogARequestOnceItsScanIsKnown() {
    assertEquals(Judgement.PASS, decide("/x?y"));
    assertTrue(policy.mayScan());
    assertEquals(List.of(), kept.requests);

    policy.refusedAnswer(RefusalReason.INFECTED);
    policy.answered("virus: found it");
    policy.answered(null);

    assertEquals(
        List.of(
            new RequestEntry(
                42,
                1_000,
                "http",
                "10.0.0.7:40000",
                "[2001:db8:0:0:0:0:0:1]:80",
                "alice",
                "GET",
                "http://a.example/x?y",
                "web",
                RefusalReason.INFECTED,
                "virus: found it")),
        kept.requests);
    assertEquals(1, kept.refusals.of(RefusalReason.INFECTED));
    policy.ended(10, 200, 150);
    assertEquals("virus: found it", kept.ended.get(0).scan());
    assertEquals(150, kept.ended.get(0).bytesSeen());
  }

  @Test
  void shouldLogARequestThatIsNeverAnswered() {
    assertEquals(Judgement.PASS, decide("/x"));
    policy.ended(1, 2, 3);
    assertEquals(1, kept.requests.size());
  }

  @Test
  void shouldLetRulesForContentLeaveAScanOut() {
    assertEquals(Judgement.PASS, decide("/x"));
    assertTrue(policy.mustSeeAnswer());
    assertEquals(Judgement.PASS, answer("image/png"));
    assertFalse(policy.scan().isPresent());

    assertEquals(Judgement.PASS, decide("/x"));
    assertEquals(Judgement.PASS, answer("text/plain"));
    assertTrue(policy.scan().isPresent());

    assertEquals(Judgement.PASS, decide("/x"));
    assertEquals(Judgement.REFUSE, answer("font/x"));
    assertTrue(page(RefusalReason.CONTENT).contains("refused by rule fonts"));
  }

  private String page(RefusalReason reason) {
    return new String(policy.page(reason), US_ASCII);
  }

  @Test
  void shouldJudgeEachRequestForTheUserOfThatTime() {
    kept.user = Question.NO_USER;
    assertEquals(Judgement.REFUSE, decide("/x"));
    assertTrue(page(RefusalReason.RULE).startsWith("HTTP/1.1 511 "), page(RefusalReason.RULE));
    assertTrue(policy.isInForce());

    kept.user = 0;
    assertTrue(policy.isInForce(), "a login ends nothing");
    assertEquals(Judgement.PASS, decide("/x"));

    kept.user = Question.NO_USER;
    assertFalse(policy.isInForce());
    assertEquals(1, kept.refusals.of(RefusalReason.RULE));
    assertTrue(kept.seen > 0);
  }

  @Test
  void shouldRefuseWithoutAVerdictUnlessItIsToldToLetPass() {
    assertEquals(Judgement.PASS, decide("/x"));
    ScanResult refused = scan();
    assertEquals(ScanResult.Fate.REFUSE, refused.fate());
    assertEquals("virus: not scanned, it cannot be reached", refused.text());
    String page = new String(refused.page(), US_ASCII);
    assertTrue(page.startsWith("HTTP/1.1 503 "), page);
    assertTrue(page.endsWith("refused: not scanned by virus: it cannot be reached\n"), page);

    assertEquals(Judgement.PASS, decide("/lax"));
    assertEquals(ScanResult.Fate.PASS, scan().fate());
    assertEquals(1, scans.counts().get("virus").of(ScanCounts.Result.FAILED));
    assertEquals(1, scans.counts().get("lax").of(ScanCounts.Result.FAILED));
  }

  @Test
  void shouldTreatWhatCannotBeScannedAsItIsToldTo() {
    assertEquals(Judgement.PASS, decide("/x"));
    AnswerScan strict = policy.scan().orElseThrow();
    assertEquals(1_024, strict.mostBytes());
    for (AnswerScan.Obstacle obstacle : AnswerScan.Obstacle.values()) {
      assertEquals(ScanResult.Fate.REFUSE, strict.unscanned(obstacle).fate());
    }
    assertEquals(3, scans.counts().get("virus").of(ScanCounts.Result.UNSCANNED));

    assertEquals(Judgement.PASS, decide("/lax"));
    AnswerScan lax = policy.scan().orElseThrow();
    assertEquals(ScanResult.Fate.PASS, lax.unscanned(AnswerScan.Obstacle.LARGER).fate());
    assertEquals(ScanResult.Fate.PASS, lax.unscanned(AnswerScan.Obstacle.NO_ROOM).fate());
    assertEquals(ScanResult.Fate.REFUSE, lax.unscanned(AnswerScan.Obstacle.PART).fate());
  }
}
