package dev.rosa.proxy.http.relay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Policy by the paths of requests, and a scan as a test wants it. */
final class FakePolicy implements ExchangePolicy, AnswerScan {
  static final int MOST = 10_000;

  final AtomicBoolean inForce = new AtomicBoolean(true);
  final List<String> events = Collections.synchronizedList(new ArrayList<>());
  boolean mustSeeAnswer;

  /** Result of a scan by the body; null: nothing is scanned. */
  Function<String, ScanResult> scan;

  @Override
  public Judgement decide(RequestHead request) {
    String path = request.url().pathText();
    if (path.startsWith("/secret")) {
      return Judgement.REFUSE;
    }
    return path.startsWith("/tunnel") ? Judgement.PASS_THROUGH : Judgement.PASS;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    events.add(reason.name());
  }

  @Override
  public boolean isInForce() {
    return inForce.get();
  }

  @Override
  public boolean mustSeeAnswer() {
    return mustSeeAnswer;
  }

  @Override
  public boolean mayScan() {
    return scan != null;
  }

  @Override
  public Judgement decideContent(ResponseHead head, byte[] body, int seenBytes) {
    boolean isProgram = new String(body, 0, seenBytes, ISO_8859_1).startsWith("MZ");
    return isProgram ? Judgement.REFUSE : Judgement.PASS;
  }

  @Override
  public Optional<AnswerScan> scan() {
    return scan == null ? Optional.empty() : Optional.of(this);
  }

  @Override
  public byte[] page(RefusalReason reason) {
    return ("HTTP/1.1 403 No\r\n\r\n" + reason).getBytes(ISO_8859_1);
  }

  @Override
  public byte[] unreachable() {
    return "HTTP/1.1 502 No\r\n\r\n".getBytes(ISO_8859_1);
  }

  @Override
  public void refusedAnswer(RefusalReason reason) {
    events.add(reason.name());
  }

  @Override
  public void answered(String said) {
    events.add("answered " + said);
  }

  @Override
  public void ended(long bytesToServer, long bytesToClient, long seenBytes) {
    events.add("ended");
  }

  @Override
  public int mostBytes() {
    return MOST;
  }

  @Override
  public ScanResult scan(Content content) {
    events.add("scan " + new String(content.head(), ISO_8859_1).replace("\r\n", "|"));
    return scan.apply(new String(content.body(), 0, content.bodyBytes(), ISO_8859_1));
  }

  @Override
  public ScanResult unscanned(Obstacle obstacle) {
    return ScanResult.refuse(
        obstacle.name(), ("HTTP/1.1 403 No\r\n\r\n" + obstacle).getBytes(ISO_8859_1));
  }
}
