package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.ArrayList;
import java.util.List;

/** Policy for tests: refuses paths that begin with /denied, and remembers all. */
public final class RecordingPolicy implements HttpPolicy {
  public final List<String> requests = new ArrayList<>();
  public final List<Ambiguity> ambiguities = new ArrayList<>();
  public final List<RefusalReason> reasons = new ArrayList<>();
  public Judgement otherwise = Judgement.PASS;

  @Override
  public Judgement decide(RequestHead request) {
    requests.add(request.method() + " " + request.url().text());
    return request.url().pathText().startsWith("/denied") ? Judgement.REFUSE : otherwise;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    reasons.add(reason);
    ambiguities.add(ambiguity);
  }
}
