package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.ArrayList;
import java.util.List;

/** Policy that allows all, and writes down method, target and Host as the proxy has read them. */
final class ReadingPolicy implements HttpPolicy {
  private static final byte[] HOST = AsciiBytes.of("host");

  final List<String> requests = new ArrayList<>();

  @Override
  public Judgement decide(RequestHead request) {
    HeaderFields fields = request.fields();
    int host = fields.find(HOST, 0);
    List<String> hosts =
        host < 0
            ? List.of()
            : List.of(
                AsciiBytes.text(request.bytes(), fields.valueBegin(host), fields.valueEnd(host)));
    String target = AsciiBytes.text(request.bytes(), request.targetBegin(), request.targetEnd());
    requests.add(request.method() + " " + target + " " + hosts);
    return Judgement.PASS;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {}
}
