package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpRequestJudgeTest {
  private static final String HOST = "Host: a.example\r\n";
  private static final String GET = "GET /x HTTP/1.1\r\n" + HOST + "\r\n";

  private final HeadBuffers buffers = new HeadBuffers(1);
  private final RequestHead head = new RequestHead();
  private final RecordingPolicy policy = new RecordingPolicy();
  private HttpRequestJudge judge = judge(80);

  private HttpRequestJudge judge(int port) {
    return new HttpRequestJudge(buffers, head, ServerEnd.of("192.0.2.1", port), policy);
  }

  @Test
  void shouldJudgeEachRequestOfAPipeline() {
    String chunked =
        "POST /c HTTP/1.1\r\n"
            + HOST
            + "Transfer-Encoding: chunked\r\n\r\n"
            + "5\r\nGET /\r\n00a\r\n0123456789\r\n0\r\n\r\n";
    String counted = "POST /b HTTP/1.1\r\n" + HOST + "Content-Length: 9\r\n\r\nGET /no\r\n";

    assertEquals(Judgement.PASS, give(GET + chunked + counted + GET));
    assertEquals(
        List.of(
            "GET http://a.example/x",
            "POST http://a.example/c",
            "POST http://a.example/b",
            "GET http://a.example/x"),
        policy.requests);
  }

  @Test
  void shouldJudgeAlikeWhereverTheBytesAreCut() {
    String post = "POST /b HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n";
    String all = post + "3\r\nabc\r\n0\r\n\r\n" + GET;
    for (int cut = 1; cut < all.length(); cut++) {
      policy.requests.clear();
      judge = judge(80);
      Judgement first = give(all.substring(0, cut));
      assertTrue(first == Judgement.PASS || first == Judgement.HOLD, "cut at " + cut);
      assertEquals(Judgement.PASS, give(all.substring(cut)), "cut at " + cut);
      assertEquals(List.of("POST http://a.example/b", "GET http://a.example/x"), policy.requests);
      assertEquals(0, buffers.inUse());
    }
  }

  @Test
  void shouldRefuseTheLastRequestOfAPipeline() {
    assertEquals(Judgement.PASS, give(GET));
    assertEquals(Judgement.REFUSE, give(GET + GET.replace("/x", "/denied")));
    assertEquals(RefusalReason.RULE, judge.reason());
    assertEquals(Judgement.REFUSE, give(GET));
    assertEquals(3, policy.requests.size());
  }

  @Test
  void shouldHoldAnIncompleteHeadAndRefuseOneThatIsTooLong() {
    assertEquals(Judgement.HOLD, give("GET /x HTTP/1.1\r\nA: " + "a".repeat(8000)));
    assertEquals(Judgement.REFUSE, give("a".repeat(8192)));
    assertEquals(RefusalReason.HEAD_TOO_LONG, judge.reason());
    assertEquals(0, buffers.inUse());
  }

  @Test
  void shouldRefuseAHeadWhenAllBuffersAreInUse() {
    give("GET");
    HttpRequestJudge other = judge(80);

    assertEquals(Judgement.REFUSE, give(other, "GET"));
    assertEquals(RefusalReason.NO_ROOM, other.reason());
    judge.close();
    assertEquals(Judgement.PASS, give(judge(80), GET));
  }

  @Test
  void shouldCountBodiesAndNotReadThem() {
    give("POST /b HTTP/1.1\r\n" + HOST + "Content-Length: 100000\r\n\r\nabc");
    assertEquals(3, judge.unreadBytes());
    give("\n\0".repeat(20_000));
    assertEquals(40_003, judge.unreadBytes());
    give("x".repeat(59_997) + "GET");
    assertEquals(0, judge.unreadBytes());
  }

  @Test
  void shouldRefuseWhatServersMayReadDifferently() {
    ambiguous(Ambiguity.BARE_LF, "GET / HTTP/1.1\nHost: a.example\n\n");
    ambiguous(Ambiguity.BARE_LF, "GET / HTTP/1.1\r\nHost: a.example\r\n\n");
    ambiguous(Ambiguity.BARE_CR, "GET / HTTP/1.1\rHost: a.example\r\n\r\n");
    ambiguous(Ambiguity.BARE_CR, "GET / HTTP/1.1\r\nA: b\r\r\n" + HOST + "\r\n");
    ambiguous(Ambiguity.CONTROL_CHARACTER, field("A: b\0c"));
    ambiguous(Ambiguity.CONTROL_CHARACTER, field("A: b\u007fc"));
    ambiguous(Ambiguity.CONTROL_CHARACTER, field("A: b\u000bc"));
    ambiguous(Ambiguity.EMPTY_FIRST_LINE, "\r\n" + GET);
    ambiguous(Ambiguity.FOLDED_LINE, field("A: b\r\n c"));
    ambiguous(Ambiguity.FOLDED_LINE, field("A: b\r\n\tc"));
    ambiguous(Ambiguity.FOLDED_LINE, "GET / HTTP/1.1\r\n Host: b.example\r\n" + HOST + "\r\n");
  }

  @Test
  void shouldRefuseRequestLinesOfOtherForms() {
    for (String line :
        List.of("get / HTTP/1.1", "GeT / HTTP/1.1", "G\tT / HTTP/1.1", "GET\t/ HTTP/1.1")) {
      ambiguous(Ambiguity.BAD_METHOD, line + "\r\n" + HOST + "\r\n");
    }
    for (String line :
        List.of("GET /", "GET  / HTTP/1.1", "GET /\tHTTP/1.1", "GET /a b HTTP/1.1 x", "GET / ")) {
      Ambiguity found = ambiguity(line + "\r\n" + HOST + "\r\n");
      assertTrue(
          found == Ambiguity.BAD_REQUEST_LINE || found == Ambiguity.BAD_VERSION,
          line + ": " + found);
    }
    ambiguous(Ambiguity.BAD_REQUEST_LINE, " GET / HTTP/1.1\r\n" + HOST + "\r\n");
    for (String version :
        List.of(
            "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "HTTP/01.1", "HTTP/1")) {
      ambiguous(Ambiguity.BAD_VERSION, "GET / " + version + "\r\n" + HOST + "\r\n");
    }
  }

  @Test
  void shouldRefuseHostsThatAreNotOneServer() {
    ambiguous(Ambiguity.NO_HOST, "GET / HTTP/1.1\r\n\r\n");
    ambiguous(Ambiguity.SEVERAL_HOSTS, field("Host: b.example"));
    ambiguous(Ambiguity.SEVERAL_HOSTS, field("hOST: a.example"));
    for (String host :
        List.of(
            "",
            "a b",
            "a,b",
            "u@a.example",
            "0x7f.1",
            "127.1",
            "1.2.3.4.5",
            "a..b",
            "a:0",
            "a:080",
            "[::1",
            "[::ffff:1.2.3.4]",
            "a:99999",
            "ä",
            "a/b",
            "300.1.1.1")) {
      ambiguous(Ambiguity.BAD_HOST, "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }
    ambiguous(Ambiguity.OTHER_HOST, "GET / HTTP/1.1\r\nHost: a.example:8080\r\n\r\n");
    ambiguous(Ambiguity.OTHER_HOST, "GET http://b.example/ HTTP/1.1\r\n" + HOST + "\r\n");
    ambiguous(Ambiguity.OTHER_HOST, "GET http://u@a.example/ HTTP/1.1\r\n" + HOST + "\r\n");
    ambiguous(Ambiguity.OTHER_HOST, "CONNECT b.example:80 HTTP/1.1\r\n" + HOST + "\r\n");
  }

  @Test
  void shouldTakeAbsoluteTargetsPortsAndAddressesOfTheSameServer() {
    assertEquals(
        Judgement.PASS, give("GET HTTP://A.Example:80/x HTTP/1.1\r\nHost: a.example.\r\n\r\n"));
    assertEquals(Judgement.PASS, give("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n"));
    assertEquals(Judgement.PASS, give("GET /x HTTP/1.0\r\n\r\n"));
    assertEquals(
        List.of("GET http://a.example/x", "OPTIONS http://a.example/", "GET http://192.0.2.1/x"),
        policy.requests);
    policy.requests.clear();
    judge = judge(8080);
    assertEquals(Judgement.PASS, give("GET /x HTTP/1.1\r\nHost: a.example:8080\r\n\r\n"));
    assertEquals(Judgement.PASS, give("GET /x HTTP/1.0\r\n\r\n"));
    assertEquals(
        List.of("GET http://a.example:8080/x", "GET http://192.0.2.1:8080/x"), policy.requests);
  }

  @Test
  void shouldLetNothingBeExpectedButThatTheServerAsksForTheBody() {
    String plain = post("Expect: 100-Continue\r\nContent-Length: 3");
    assertEquals(Judgement.PASS, give(judge(80), plain));
    ambiguous(Ambiguity.EXPECTATION, post("Expect: x 100-continue\r\nContent-Length: 3"));
    ambiguous(Ambiguity.EXPECTATION, post("Expect:\r\nContent-Length: 3"));
    ambiguous(
        Ambiguity.EXPECTATION,
        post("Expect: 100-continue\r\nExpect: 100-continue\r\nContent-Length: 3"));
    ambiguous(Ambiguity.EXPECTATION, field("Expect: 100-continue"));
    ambiguous(Ambiguity.EXPECTATION, post("Expect: 100-continue\r\nContent-Length: 0"));
  }

  @Test
  void shouldRefuseBodiesOfUnsureLength() {
    ambiguous(Ambiguity.SEVERAL_LENGTHS, post("Content-Length: 3\r\nContent-Length: 3"));
    ambiguous(Ambiguity.LENGTH_AND_CHUNKS, post("Content-Length: 3\r\nTransfer-Encoding: chunked"));
    ambiguous(Ambiguity.LENGTH_AND_CHUNKS, post("Transfer-Encoding: x\r\ncontent-length: 3"));
    for (String length :
        List.of("", "+3", "-3", "3,3", "3 3", "0x3", "03", "3a", "1".repeat(19), "٣")) {
      ambiguous(Ambiguity.BAD_LENGTH, post("Content-Length: " + length));
    }
    for (String encoding :
        List.of(
            "",
            "gzip, chunked",
            "chunked, chunked",
            "identity",
            "xchunked",
            "chunked;a=b",
            "\"chunked\"",
            "chunked\r\nTransfer-Encoding: chunked")) {
      ambiguous(Ambiguity.BAD_TRANSFER_ENCODING, post("Transfer-Encoding: " + encoding));
    }
    ambiguous(
        Ambiguity.BAD_TRANSFER_ENCODING,
        "POST / HTTP/1.0\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
    ambiguous(Ambiguity.UNEXPECTED_BODY, field("Content-Length: 3"));
    ambiguous(Ambiguity.UNEXPECTED_BODY, field("Transfer-Encoding: chunked"));
  }

  @Test
  void shouldRefuseFieldsThatHideOthers() {
    for (String name : List.of("Content-Length : 3", "Content-Length\t: 3", "Host : b.example")) {
      ambiguous(Ambiguity.SPACE_BEFORE_COLON, field(name));
    }
    for (String name :
        List.of(
            ": b",
            "no colon",
            "A\u00a0: b",
            "Content_Length: 3",
            "transfer_encoding: chunked",
            "(A): b",
            "A")) {
      Ambiguity found = ambiguity(field(name));
      assertTrue(
          found == Ambiguity.BAD_FIELD_NAME || found == Ambiguity.SPACE_BEFORE_COLON,
          name + ": " + found);
    }
    ambiguous(Ambiguity.HIDDEN_TARGET, field("X-HTTP-Method-Override: DELETE"));
    ambiguous(Ambiguity.HIDDEN_TARGET, field("X-Original-URL: /denied"));
    // CGI makes one variable of all these spellings, and some servers take others for hyphens too.
    for (String name :
        List.of(
            "X_HTTP_Method_Override",
            "x_http-method_override",
            "X_HTTP_Method",
            "x_method_override",
            "X_Original_URL",
            "x_rewrite_url",
            "X.HTTP.Method.Override",
            "X-Amz-Copy-Source",
            "x-amz-rename-source",
            "x-ms-rename-source",
            "X_Oss_Copy_Source",
            "x-cos-copy-source",
            "x_copy_from",
            "X~Original~URL")) {
      ambiguous(Ambiguity.HIDDEN_TARGET, field(name + ": x"));
    }
    ambiguous(Ambiguity.BAD_FIELD_NAME, field("Content.Length: 3"));
    ambiguous(Ambiguity.CONNECTION_OPTION, field("Connection: close, Content-Length"));
    ambiguous(Ambiguity.TOO_MANY_FIELDS, field("A: b\r\n".repeat(96) + "A: b"));
  }

  @Test
  void shouldRefuseChunksOfOtherForms() {
    for (String chunk :
        List.of(
            "\r\n",
            "x\r\n",
            "+3\r\n",
            "0x3\r\nabc",
            " 3\r\n",
            "3 \r\nabc",
            "3;a=b\r\nabc",
            "3\nabc",
            "3\r\nabcd\r\n",
            "3\r\nabc\n",
            "123456789\r\n",
            "-1\r\n",
            "3\r\nabc0\r\n",
            "0\r\n\n",
            "3\rabc")) {
      Ambiguity found = ambiguity(post("Transfer-Encoding: chunked") + chunk);
      assertTrue(found == Ambiguity.BAD_CHUNK || found == Ambiguity.TRAILER, chunk + ": " + found);
    }
    ambiguous(Ambiguity.TRAILER, post("Transfer-Encoding: chunked") + "0\r\nA: b\r\n\r\n");
  }

  @Test
  void shouldRefuseTargetsThatServersReadDifferently() {
    for (String target :
        List.of(
            "x",
            "/a#b",
            "/a\\b",
            "/%",
            "/%4",
            "/%zz",
            "/%00",
            "/%0d%0a",
            "/../x",
            "/pub//../x",
            "/pub/;/../x",
            "//a/x",
            "/a/..;/b",
            "/a/%2e%2e;x/b",
            "/\u00e4",
            "/<",
            "http://a.example",
            "http://a.example?x",
            "https://a.example/",
            "//a/%5c/../../../x")) {
      Ambiguity found = ambiguity("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
      assertTrue(
          found == Ambiguity.BAD_TARGET || found == Ambiguity.ENCODED_SLASH, target + ": " + found);
    }
    ambiguous(Ambiguity.ENCODED_SLASH, "GET /a%2fb HTTP/1.1\r\n" + HOST + "\r\n");
  }

  @Test
  void shouldRefuseOtherProtocolsUnlessARuleLetsThemPass() {
    String upgrade = "GET /chat HTTP/1.1\r\n" + HOST + "Upgrade: websocket\r\n\r\n";
    assertEquals(Judgement.REFUSE, give(upgrade));
    assertEquals(RefusalReason.UPGRADE, judge.reason());

    judge = judge(80);
    policy.otherwise = Judgement.PASS_THROUGH;
    assertEquals(Judgement.PASS, give(upgrade));
    assertTrue(judge.mayUpgrade());
    judge.notUpgraded();
    assertEquals(Judgement.PASS, give(GET));
    assertEquals(Judgement.PASS, give(upgrade));
    assertEquals(Judgement.REFUSE, give(GET));
  }

  @Test
  void shouldRefuseThePrefaceOfHttp2() {
    policy.otherwise = Judgement.PASS_THROUGH;

    assertEquals(Judgement.REFUSE, give("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    assertEquals(RefusalReason.UPGRADE, judge.reason());
    assertNull(judge.ambiguity());
  }

  private static String field(String line) {
    return "GET / HTTP/1.1\r\n" + HOST + line + "\r\n\r\n";
  }

  private static String post(String lines) {
    return "POST / HTTP/1.1\r\n" + HOST + lines + "\r\n\r\n";
  }

  private void ambiguous(Ambiguity expected, String bytes) {
    assertEquals(expected, ambiguity(bytes), bytes);
  }

  private Ambiguity ambiguity(String bytes) {
    HttpRequestJudge one = judge(80);
    assertEquals(Judgement.REFUSE, give(one, bytes), bytes);
    assertEquals(RefusalReason.AMBIGUOUS, one.reason(), bytes);
    assertEquals(0, buffers.inUse(), bytes);
    return one.ambiguity();
  }

  private Judgement give(String bytes) {
    return give(judge, bytes);
  }

  private static Judgement give(HttpRequestJudge to, String bytes) {
    byte[] memory = bytes.getBytes(StandardCharsets.UTF_8);
    return to.judge(ByteBuffer.wrap(memory), 0, memory.length);
  }
}
