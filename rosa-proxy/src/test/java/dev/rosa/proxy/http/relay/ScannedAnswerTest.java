package dev.rosa.proxy.http.relay;

import static dev.rosa.proxy.http.relay.HttpRelayRig.saying;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.ScriptedServer.Talk;
import dev.rosa.serving.SourceNetwork;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests of relayed answers that rules for content or a scan concern. */
class ScannedAnswerTest {
  private static final String PAGE = "HTTP/1.1 403 No\nContent-Length: 4\nConnection: close\n\n";

  /** Forms of an answer, to be followed by a body of five bytes. */
  private static final List<String> FORMS =
      List.of(
          "HTTP/1.1 200 OK\nContent-Length: 5\n\n%s",
          "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\n%s\n0\n\n", "HTTP/1.1 200 OK\n\n%s");

  private static ScanResult judge(String body) {
    return body.contains("EVIL")
        ? ScanResult.replace(
            "found",
            true,
            PAGE.replace("\n", "\r\n").getBytes(ISO_8859_1),
            "page".getBytes(ISO_8859_1))
        : ScanResult.pass("clean");
  }

  private static HttpRelayRig scanning(Talk talk) throws Exception {
    HttpRelayRig rig = new HttpRelayRig(talk);
    rig.policy.scan = ScannedAnswerTest::judge;
    return rig;
  }

  private static String scanned(String answer) throws Exception {
    try (HttpRelayRig rig = scanning(saying(answer))) {
      String got = rig.get("/x");
      assertEquals(0, rig.room.inUse(), got);
      return got;
    }
  }

  @Test
  void shouldLetCleanAnswersOfEachFormPassAsTheyAre() throws Exception {
    for (String form : FORMS) {
      String answer = form.formatted("hello");
      assertEquals(answer, scanned(answer));
    }
    String empty = "HTTP/1.1 204 No Content\n\n";
    assertEquals(empty, scanned(empty));
  }

  @Test
  void shouldGiveAnotherAnswerInThePlaceOfOneOfEachForm() throws Exception {
    for (String form : FORMS) {
      assertEquals(PAGE + "page", scanned(form.formatted("EVIL!")));
    }
  }

  @Test
  void shouldShowAnAnswerWithoutWhatIsForTheHopAlone() throws Exception {
    try (HttpRelayRig rig =
        scanning(
            saying(
                """
                HTTP/1.1 200 OK
                Connection: close
                A: b
                Transfer-Encoding: chunked

                2
                EV
                3
                IL!
                0

                """))) {
      assertEquals(PAGE + "page", rig.get("/x"));
      assertEquals(
          List.of("scan HTTP/1.1 200 OK|A: b||", "INFECTED", "answered found", "ended"),
          rig.policy.events);
    }
  }

  @Test
  void shouldScanUpToTheLimitAndNotBeyond() throws Exception {
    for (String form : FORMS) {
      String counted = form.replace("Length: 5", "Length: %d").replace("5\n%s", "%x\n%s");
      for (int bytes : List.of(FakePolicy.MOST, FakePolicy.MOST + 1)) {
        String body = "x".repeat(bytes);
        boolean hasLength = !counted.startsWith("HTTP/1.1 200 OK\n\n");
        String answer = hasLength ? counted.formatted(bytes, body) : counted.formatted(body);
        String wanted = bytes == FakePolicy.MOST ? answer : "HTTP/1.1 403 No\n\nLARGER";
        assertEquals(wanted, scanned(answer));
      }
    }
  }

  @Test
  void shouldHaveNoVerdictWithoutMemory() throws Exception {
    String answer = FORMS.get(2).formatted("x".repeat(8_000));
    try (HttpRelayRig rig = scanning(saying(answer))) {
      SourceNetwork client = SourceNetwork.of(InetAddress.getLoopbackAddress());
      assertFalse(rig.room.take(client, 25_001));
      assertTrue(rig.room.take(client, 25_000));
      assertEquals("HTTP/1.1 403 No\n\nNO_ROOM", rig.get("/x"));
      rig.room.giveBack(client, 25_000);
      assertEquals(answer, rig.get("/x"));
    }
  }

  @Test
  void shouldNotScanAPartOfAFile() throws Exception {
    String part = "HTTP/1.1 206 Partial\nContent-Range: bytes 0-4/9\nContent-Length: 5\n\nhello";
    assertEquals("HTTP/1.1 403 No\n\nPART", scanned(part));
  }

  @Test
  void shouldAskForTheWholeAsItIs() throws Exception {
    try (HttpRelayRig rig = scanning(saying(FORMS.get(2).formatted("hello")));
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /x", "Range: bytes=0-1\nA: b\naccept-encoding: br\nIf-Range: x\n");
      String unused = client.rest();
      String head = rig.server.heard().get(0);
      assertTrue(head.startsWith("GET /x HTTP/1.1\r\nHost: 127.0.0.1:"), head);
      assertTrue(head.endsWith("\r\nA: b\r\n\r\n"), head);
      assertFalse(head.toLowerCase(Locale.ROOT).contains("range"), head);
    }
  }

  @Test
  void shouldGiveNothingOfAnAnswerThatIsCutShort() throws Exception {
    assertEquals("[reset]", scanned("HTTP/1.1 200 OK\nContent-Length: 6\n\nhello"));
    assertEquals("[reset]", scanned("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhel"));
    Talk broken =
        line -> {
          line.readHead();
          line.say("HTTP/1.1 200 OK\n\nhello");
          line.breakOff();
        };
    try (HttpRelayRig rig = scanning(broken)) {
      assertEquals("[reset]", rig.get("/x"));
      assertFalse(rig.policy.events.toString().contains("scan"), rig.policy.events.toString());
      assertEquals(0, rig.room.inUse());
    }
  }

  @Test
  void shouldGiveNothingAfterALogoutDuringTheScan() throws Exception {
    for (String form : FORMS) {
      try (HttpRelayRig rig = scanning(saying(form.formatted("hello")))) {
        rig.policy.scan =
            body -> {
              rig.policy.inForce.set(false);
              return ScanResult.pass("clean");
            };
        assertEquals("[reset]", rig.get("/x"));
        assertTrue(rig.policy.events.contains("LOGGED_OUT"), rig.policy.events.toString());
      }
    }
  }

  @Test
  void shouldGiveNothingOfAnotherAnswerAfterALogoutDuringTheScan() throws Exception {
    try (HttpRelayRig rig = scanning(saying(FORMS.get(0).formatted("EVIL!")))) {
      rig.policy.scan =
          body -> {
            rig.policy.inForce.set(false);
            return judge(body);
          };
      assertEquals("[reset]", rig.get("/x"));
    }
  }

  @Test
  void shouldDecideAboutContentBeforeItPasses() throws Exception {
    for (String form : FORMS) {
      for (boolean isScanned : List.of(false, true)) {
        try (HttpRelayRig rig = new HttpRelayRig(saying(form.formatted("MZabc")))) {
          rig.policy.mustSeeAnswer = true;
          rig.policy.scan = isScanned ? ScannedAnswerTest::judge : null;
          assertEquals("HTTP/1.1 403 No\n\nCONTENT", rig.get("/x"));
        }
        String answer = form.formatted("hello");
        try (HttpRelayRig rig = new HttpRelayRig(saying(answer))) {
          rig.policy.mustSeeAnswer = true;
          rig.policy.scan = isScanned ? ScannedAnswerTest::judge : null;
          assertEquals(answer, rig.get("/x"));
        }
      }
    }
  }

  @Test
  void shouldLetALargeAnswerPassBehindItsBeginning() throws Exception {
    String answer = "HTTP/1.1 200 OK\nContent-Length: 300000\n\n" + "x".repeat(300_000);
    try (HttpRelayRig rig = new HttpRelayRig(saying(answer))) {
      rig.policy.mustSeeAnswer = true;
      assertEquals(answer, rig.get("/x"));
    }
  }
}
