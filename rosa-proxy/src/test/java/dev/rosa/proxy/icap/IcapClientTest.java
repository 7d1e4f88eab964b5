package dev.rosa.proxy.icap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.ScriptedServer.Line;
import dev.rosa.proxy.ScriptedServer.Talk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Tests of the client with services that behave, and with those that do not. */
class IcapClientTest {
  private static final int MOST = 100_000;
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final String REQUEST = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n";
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
  private static final String PASS = "ICAP/1.0 204 No Content\nISTag: \"one\"\n\n";
  private static final String PAGE_HEAD =
      "HTTP/1.1 403 Forbidden\nContent-Type: text/html\nTransfer-Encoding: chunked\n\n";
  private static final String FOUND =
      """
      ICAP/1.0 200 OK
      X-Infection-Found: Type=0; Resolution=2; Threat=Eicar;
      Encapsulated: res-hdr=0, res-body=%d

      """
              .formatted(PAGE_HEAD.replace("\n", "\r\n").length())
          + PAGE_HEAD
          + "4\nevil\n5\n page\n0\n\n";

  private static IcapClient client(FakeIcapServer server, Duration timeout) {
    return new IcapClient(
        new IcapService(server.address(), "scan", timeout, MOST), System::nanoTime);
  }

  private static ShownAnswer answer(String body) {
    byte[] bytes = body.getBytes(ISO_8859_1);
    return answer(bytes, room -> true);
  }

  private static ShownAnswer answer(byte[] bytes, IntPredicate room) {
    return new ShownAnswer(
        REQUEST.getBytes(ISO_8859_1), ANSWER.getBytes(ISO_8859_1), bytes, bytes.length, room);
  }

  private static IcapVerdict show(Talk talk, String body) throws IOException {
    try (FakeIcapServer server = new FakeIcapServer(talk)) {
      return client(server, LONG).show(answer(body));
    }
  }

  /** Why there is no verdict about a body of ten bytes. */
  private static String failure(Talk talk) throws IOException {
    IcapVerdict verdict = show(talk, "0123456789");
    assertEquals(IcapVerdict.Kind.FAILED, verdict.kind());
    return verdict.text();
  }

  private static Talk after(String end, String said) {
    return line -> {
      line.readTo(end);
      line.say(said);
    };
  }

  @Test
  void shouldShowAShortAnswerInItsPreview() throws IOException {
    try (FakeIcapServer server = new FakeIcapServer(after("0; ieof\r\n\r\n", PASS))) {
      IcapVerdict verdict = client(server, LONG).show(answer("abc"));

      assertEquals(IcapVerdict.Kind.UNCHANGED, verdict.kind());
      String uri = "icap://127.0.0.1:" + server.address().getPort() + "/scan";
      assertEquals("OPTIONS " + uri + " ICAP/1.0", server.heard().get(0).lines().toList().get(0));
      String head = server.heard().get(1);
      assertTrue(head.startsWith("RESPMOD " + uri + " ICAP/1.0\r\n"), head);
      assertTrue(head.contains("\r\nAllow: 204\r\nPreview: 4\r\n"), head);
      String places =
          "\r\nEncapsulated: req-hdr=0, res-hdr=%d, res-body=%d\r\n"
              .formatted(REQUEST.length(), REQUEST.length() + ANSWER.length());
      assertTrue(head.contains(places), head);
      assertEquals(REQUEST + ANSWER + "3\r\nabc\r\n0; ieof\r\n\r\n", server.heard().get(2));
    }
  }

  @Test
  void shouldSendTheRestWhenTheServiceWantsIt() throws IOException {
    Talk talk =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 100 Continue\n\n");
          line.readTo("0\r\n\r\n");
          line.say(FOUND);
        };
    try (FakeIcapServer server = new FakeIcapServer(talk)) {
      IcapVerdict verdict = client(server, LONG).show(answer("0123456789"));

      assertEquals(REQUEST + ANSWER + "4\r\n0123\r\n0\r\n\r\n", server.heard().get(2));
      assertEquals("6\r\n456789\r\n0\r\n\r\n", server.heard().get(3));
      assertEquals(IcapVerdict.Kind.FOUND, verdict.kind());
      assertEquals("Type=0; Resolution=2; Threat=Eicar;", verdict.text());
      assertEquals(
          """
          HTTP/1.1 403 Forbidden
          Content-Type: text/html
          Content-Length: 9
          Connection: close

          """,
          new String(verdict.head(), ISO_8859_1).replace("\r\n", "\n"));
      assertArrayEquals("evil page".getBytes(ISO_8859_1), verdict.body());
    }
  }

  @Test
  void shouldTakeAVerdictBeforeAllIsSent() throws IOException {
    String large = "x".repeat(MOST);
    assertEquals(IcapVerdict.Kind.UNCHANGED, show(after("0\r\n\r\n", PASS), large).kind());
    // Of the rest nothing is read any more.
    Talk early =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 100 Continue\n\n" + PASS);
          line.keepSilent();
        };
    assertEquals(IcapVerdict.Kind.UNCHANGED, show(early, "x".repeat(8_000_000)).kind());
  }

  @Test
  void shouldReadWhileItWritesIfTheServiceEchoes() throws IOException {
    Talk echo =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 100 Continue\n\n");
          line.say(FOUND.substring(0, FOUND.indexOf("4\nevil")));
          for (int i = 0; i < MOST / 1000; i++) {
            line.say("3e8\n" + "y".repeat(1000) + "\n");
          }
          line.say("0\n\n");
          // To end with bytes unread would be a reset, which may overtake the answer.
          line.keepSilent();
        };
    assertEquals(MOST, show(echo, "x".repeat(8_000_000)).body().length);
  }

  @Test
  void shouldGiveTheSameVerdictWhereverTheAnswerIsCut() throws IOException {
    String all = FOUND.replace("\n", "\r\n");
    for (int cut = 1; cut < all.length(); cut++) {
      IcapReader reader = new IcapReader(MOST, true, bytes -> true);
      byte[] bytes = all.getBytes(ISO_8859_1);
      boolean isFirst = reader.read(ByteBuffer.wrap(bytes, 0, cut));
      assertEquals(false, isFirst, "complete at " + cut);
      assertTrue(reader.read(ByteBuffer.wrap(bytes, cut, bytes.length - cut)));
      assertEquals("evil page", new String(reader.verdict().body(), ISO_8859_1));
    }
  }

  @Test
  void shouldGiveNoVerdictWhereverTheServiceEnds() throws IOException {
    String all = FOUND.replace("\n", "\r\n");
    for (int end = 0; end < all.length(); end += 7) {
      String begin = all.substring(0, end);
      Talk talk =
          line -> {
            line.readTo("0\r\n\r\n");
            line.sayBytes(begin);
          };
      assertEquals("it ends before its answer does", failure(talk));
    }
    assertEquals(
        "it ends before its answer does",
        failure(
            line -> {
              line.readTo("0\r\n\r\n");
              line.breakOff();
            }));
  }

  @Test
  void shouldTakeNoNonsense() throws IOException {
    String end = "0\r\n\r\n";
    assertEquals("what it says is no ICAP", failure(after(end, "HTTP/1.1 204 No\n\n")));
    assertEquals("what it says is no ICAP", failure(after(end, "ICAP/1.0 2040\n\n")));
    assertEquals("what it says is no ICAP", failure(after(end, " ICAP/1.0 204 No\n\n")));
    assertEquals(
        "what it says is no ICAP",
        failure(
            line -> {
              line.readTo(end);
              line.sayBytes("ICAP/1.0 204 No\nISTag: x\n\n");
            }));
    assertEquals("it says 404", failure(after(end, "ICAP/1.0 404 Not Found\n\n")));
    assertEquals("it says 206", failure(after(end, FOUND.replace("ICAP/1.0 200", "ICAP/1.0 206"))));
    assertEquals(
        "its answer of HTTP is not where it says",
        failure(after(end, FOUND.replace("res-hdr=0, ", ""))));
    assertEquals(
        "its answer of HTTP is not where it says",
        failure(after(end, FOUND.replaceFirst("res-body=\\d+", "res-body=30"))));
    assertEquals(
        "its answer of HTTP is not where it says",
        failure(after(end, FOUND.replaceFirst("res-body=\\d+", "res-body=900"))));
    assertEquals(
        "its answer of HTTP is ambiguous",
        failure(after(end, FOUND.replace("HTTP/1.1 403", "HTTP/2.2 403"))));
    assertEquals(
        "the chunks of its answer are wrong",
        failure(after(end, FOUND.replace("4\nevil\n", "-4\nevil\n"))));
    assertEquals(
        "the chunks of its answer are wrong",
        failure(after(end, FOUND.replace("4\nevil\n", "4\nevilevil\n"))));
  }

  @Test
  void shouldTakeNoVerdictThatContradictsItself() throws IOException {
    String end = "0\r\n\r\n";
    assertEquals(
        "it lets pass what it has found something in",
        failure(after(end, PASS.replace("ISTag", "X-Infection-Found: Type=0; x\nISTag"))));
    for (String status : List.of("204", "304")) {
      assertEquals(
          "its answer of HTTP is ambiguous",
          failure(after(end, FOUND.replace("HTTP/1.1 403", "HTTP/1.1 " + status))));
    }
  }

  @Test
  void shouldHoldNoLongerAnswerThanThereIsMemoryFor() throws IOException {
    Talk talk = after("0\r\n\r\n", FOUND.replace("4\nevil", "1770\n" + "y".repeat(6_000)));
    try (FakeIcapServer server = new FakeIcapServer(talk)) {
      IcapClient client = client(server, LONG);
      byte[] body = "0123456789".getBytes(ISO_8859_1);
      assertEquals(
          "no memory to hold its answer", client.show(answer(body, size -> size < 6_000)).text());
      assertEquals(6_005, client.show(answer(body, size -> size <= 12_000)).body().length);
    }
  }

  /** c-icap writes what it has found in lines that go on. */
  @Test
  void shouldReadAFieldThatGoesOnInFurtherLines() throws IOException {
    String folded =
        FOUND.replace("X-Infection-Found: Type=0; ", "X-Violations-Found: 1\n\t-\n\tEicar\nX: ");
    IcapVerdict verdict = show(after("0\r\n\r\n", folded), "0123456789");
    assertEquals(IcapVerdict.Kind.FOUND, verdict.kind(), verdict.text());
    assertEquals("1 - Eicar", verdict.text());
    assertEquals(
        "its answer of HTTP is ambiguous",
        failure(after("0\r\n\r\n", FOUND.replace("403 Forbidden", "403\n Forbidden"))));
  }

  @Test
  void shouldKeepNoMoreOfAServiceThanItMust() throws IOException {
    Talk endless =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 200 OK\n");
          for (int i = 0; i < 10_000; i++) {
            line.say("X-Field: more of it\n");
          }
        };
    assertEquals("it says a head without end", failure(endless));
    Talk large =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say(FOUND.substring(0, FOUND.indexOf("4\nevil")) + "ffffffff\n");
          line.sayBytes("y".repeat(2 * MOST));
        };
    assertEquals("its answer of HTTP is too long", failure(large));
  }

  @Test
  void shouldNotContinueTwiceOrUnasked() throws IOException {
    Talk twice =
        line -> {
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 100 Continue\n\n");
          line.readTo("0\r\n\r\n");
          line.say("ICAP/1.0 100 Continue\n\n");
        };
    assertEquals("it wants more than there is", failure(twice));
    Talk unasked = after("0; ieof\r\n\r\n", "ICAP/1.0 100 Continue\n\n");
    assertEquals("it wants more than there is", show(unasked, "abc").text());
  }

  @Test
  void shouldSendAllAtOnceToAServiceWithoutPreview() throws IOException {
    try (FakeIcapServer server =
        new FakeIcapServer(after("0\r\n\r\n", PASS))
            .withOptions(FakeIcapServer.CAN.replace("Preview: 4\n", ""))) {
      assertEquals(
          IcapVerdict.Kind.UNCHANGED, client(server, LONG).show(answer("0123456789")).kind());
      assertTrue(server.heard().get(2).endsWith("a\r\n0123456789\r\n0\r\n\r\n"));
      assertEquals(false, server.heard().get(1).contains("Preview"));
    }
  }

  @Test
  void shouldAskAgainForOptionsThatAreOldOrHaveFailed() throws IOException {
    AtomicLong now = new AtomicLong(5_000_000_000L);
    List<String> said = new ArrayList<>(List.of(PASS, PASS, PASS, "nonsense\n\n", PASS));
    Talk talk =
        line -> {
          line.readTo("0; ieof\r\n\r\n");
          line.say(said.remove(0));
        };
    try (FakeIcapServer server = new FakeIcapServer(talk)) {
      IcapClient client =
          new IcapClient(new IcapService(server.address(), "scan", LONG, MOST), now::get);
      List<String> kinds = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        kinds.add(client.show(answer("abc")).kind().name().toLowerCase(Locale.ROOT));
        now.addAndGet(Duration.ofSeconds(i == 1 ? 61 : 1).toNanos());
      }
      assertEquals(List.of("unchanged", "unchanged", "unchanged", "failed", "unchanged"), kinds);
      // For the first, the third as they are old, and the fifth after the failure.
      assertEquals(3, server.heard().stream().filter(text -> text.startsWith("OPTIONS")).count());
    }
  }

  @Test
  void shouldNotShowAnythingToAServiceThatDoesNotOfferIt() throws IOException {
    try (FakeIcapServer server =
        new FakeIcapServer(after("0\r\n\r\n", PASS))
            .withOptions(FakeIcapServer.CAN.replace("RESPMOD", "REQMOD"))) {
      assertEquals("it does not offer RESPMOD", client(server, LONG).show(answer("x")).text());
    }
  }

  @Test
  void shouldGiveUpOnAServiceThatIsSlowOrGone() throws IOException {
    try (FakeIcapServer server = new FakeIcapServer(Line::keepSilent)) {
      IcapClient client = client(server, Duration.ofMillis(300));
      assertEquals("it does not answer in time", client.show(answer("x")).text());
    }
    InetSocketAddress unused;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      unused = new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }
    IcapClient client =
        new IcapClient(new IcapService(unused, "scan", LONG, MOST), System::nanoTime);
    assertEquals("it cannot be reached", client.show(answer("x")).text());
  }
}
