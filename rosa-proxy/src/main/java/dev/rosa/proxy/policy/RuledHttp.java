package dev.rosa.proxy.policy;

import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.ScanConfig;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.util.Optional;

/** Rules as the policy of one HTTP connection. Nothing is allocated. Owned by one thread. */
public final class RuledHttp implements HttpPolicy {
  private final RulesInForce rules;
  private final Question question = new Question();
  private final RulesInForce.Decided decided = new RulesInForce.Decided();
  private final RefusalCounts counts;
  private final boolean canScan;

  /** For a client's connection; {@code counts} are those of the worker. Nothing can be scanned. */
  public RuledHttp(RulesInForce rules, ClientEnd client, RefusalCounts counts) {
    this(rules, client, counts, false);
  }

  /** The same; {@code canScan} tells whether its answers can be scanned. */
  RuledHttp(RulesInForce rules, ClientEnd client, RefusalCounts counts, boolean canScan) {
    this.rules = rules;
    this.counts = counts;
    this.canScan = canScan;
    question.between(client.address(), client.server()).by(client.user());
  }

  @Override
  public Judgement decide(RequestHead request) {
    question.command(request.bytes(), request.methodLength());
    Judgement judgement = decideBoth(request);
    if (judgement == Judgement.REFUSE) {
      counts.add(RefusalReason.RULE);
    }
    return orRefused(judgement);
  }

  /** A request may take what it asks for to a second URL: it needs a rule for both. */
  private Judgement decideBoth(RequestHead request) {
    boolean isRefused =
        request.destination() != null
            && rules.decide(question, request.destination(), decided).judgement()
                == Judgement.REFUSE;
    return isRefused
        ? Judgement.REFUSE
        : rules.decide(question, request.url(), decided).judgement();
  }

  /** Notes which rule decides about a request that has passed elsewhere. */
  public void note(RequestHead request) {
    question.command(request.bytes(), request.methodLength());
    RulesInForce.Decided unused = rules.decide(question, request.url(), decided);
  }

  /** True if nothing is to be done about the last request but to let it pass, or to refuse it. */
  public boolean isPlain() {
    return !decided.mayRefuseContent() && rules.log(decided.rule()) != LogMode.FULL;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    counts.add(reason);
  }

  /** True if the answer to the last request must be judged, too. */
  public boolean mustSeeAnswer() {
    return decided.mayRefuseContent();
  }

  /**
   * Decides about the answer to the last request.
   *
   * @param url copy of that request's
   * @param method of it
   */
  public Judgement decideContent(NormalUrl url, byte[] method, Content content) {
    question.command(method, method.length);
    Judgement judgement = rules.decideContent(question, url, content, decided).judgement();
    return judgement == Judgement.REFUSE ? Judgement.REFUSE : orRefused(Judgement.PASS);
  }

  /** What a rule wants scanned does not pass where it cannot be. */
  private Judgement orRefused(Judgement judgement) {
    if (judgement == Judgement.REFUSE || canScan || !decided.needsScan()) {
      return judgement;
    }
    counts.add(RefusalReason.NOT_SCANNED);
    return Judgement.REFUSE;
  }

  /** True if the answer to the last request may have to be scanned. */
  boolean mayScan() {
    return decided.mayScan();
  }

  /** The scan that the rule which decided last asks for; empty: none. */
  Optional<ScanConfig> scan() {
    return decided.scan();
  }

  /** The client is another user from now on. */
  public void by(int user) {
    question.by(user);
  }

  /** The rule that decided last; null for the default. */
  public Rule lastRule() {
    return decided.rule();
  }
}
