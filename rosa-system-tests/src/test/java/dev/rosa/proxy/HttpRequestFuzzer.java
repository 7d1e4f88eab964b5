package dev.rosa.proxy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Streams of requests: the same verdicts wherever they are cut, no buffer is kept, and the URL of
 * an allowed request is in its normal form.
 */
public final class HttpRequestFuzzer {
  private static final ServerEnd SERVER = ServerEnd.of("192.0.2.1", 80);
  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final RequestHead HEAD = new RequestHead();

  private HttpRequestFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    return List.of(
        lines("GET /a%20b/../c?d HTTP/1.1", "Host: a.example", "X: y", "", ""),
        lines(
            "POST http://a.example/x HTTP/1.1", "Host: a.example", "Content-Length: 3", "", "abc"),
        lines(
            "POST / HTTP/1.1",
            "Host: a",
            CHUNKED,
            "",
            "3",
            "abc",
            "0",
            "",
            "GET /y HTTP/1.0",
            "",
            ""),
        lines("CONNECT a.example:443 HTTP/1.1", "Host: a.example:443", "", ""));
  }

  private static byte[] lines(String... lines) {
    return String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    int length = data.consumeInt(1, 40);
    byte[] stream = data.consumeRemainingAsBytes();
    Requests whole = new Requests();
    Requests pieces = new Requests();
    HeadBuffers buffers = new HeadBuffers(1);
    HttpRequestJudge first = new HttpRequestJudge(buffers, HEAD, SERVER, whole);
    Judgement all = CutStream.whole(first, stream);
    first.close();
    HttpRequestJudge second = new HttpRequestJudge(buffers, HEAD, SERVER, pieces);
    Judgement cut = CutStream.pieces(second, stream, length);
    second.close();
    CutStream.requireSame(all, first, cut, second);
    if (!whole.requests.equals(pieces.requests) || buffers.inUse() != 0) {
      throw new AssertionError(whole.requests + ", " + pieces.requests + ", " + buffers.inUse());
    }
  }

  /** Policy that lets all pass, and remembers URLs. */
  private static final class Requests implements HttpPolicy {
    final List<String> requests = new ArrayList<>();

    @Override
    public Judgement decide(RequestHead request) {
      String url = request.url().text();
      String again = NormalUrl.parse(url).text();
      if (!url.equals(again)) {
        throw new AssertionError(url + " is " + again);
      }
      requests.add(request.method() + " " + url);
      return Judgement.PASS;
    }

    @Override
    public void refused(RefusalReason reason, Ambiguity ambiguity) {
      if ((reason == RefusalReason.AMBIGUOUS) != (ambiguity != null)) {
        throw new AssertionError(reason + " with " + ambiguity);
      }
    }
  }
}
