package dev.rosa.proxy.policy;

import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.http.relay.AnswerScan;
import dev.rosa.proxy.http.relay.ExchangePolicy;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * Rules, logins, scans and log as the policy of one relayed HTTP connection. Each request is that
 * of the user who is logged in then. One thread.
 */
public final class RelayedHttp extends RelayedSession implements ExchangePolicy {
  private static final String HTTP = "http";

  private final Surroundings around;
  private final Scans scans;
  private final AnswerPages pages;
  private final RuledHttp rules;
  private byte[] method = {};
  private NormalUrl asked = new NormalUrl();
  private boolean isAnswerOwed;

  private RelayedHttp(
      Surroundings around, Scans scans, InetSocketAddress client, InetSocketAddress server) {
    super(around, HTTP, client, server);
    this.around = around;
    this.scans = scans;
    pages = new AnswerPages(around.loginPage());
    // What it counts is counted here, too, by all sessions.
    rules = new RuledHttp(around.rules(), clientEnd(), new RefusalCounts(), true);
  }

  /** The policy of a new connection. */
  public static RelayedHttp of(
      Surroundings around, Scans scans, InetSocketAddress client, InetSocketAddress server) {
    RelayedHttp session = new RelayedHttp(around, scans, client, server);
    around.open().add(session);
    return session;
  }

  @Override
  public Judgement decide(RequestHead request) {
    rules.by(lookAtUser());
    Judgement judgement = rules.decide(request);
    Rule rule = rules.lastRule();
    note(request.method(), request.url().text(), name(rule), around.rules().log(rule));
    if (judgement == Judgement.REFUSE) {
      refused(RefusalReason.RULE);
      logRequest(null);
    } else {
      allowed();
      isAnswerOwed = true;
      method = Arrays.copyOf(request.bytes(), request.methodLength());
      asked = NormalUrl.copyOf(request.url());
    }
    return judgement;
  }

  private static String name(Rule rule) {
    return rule == null ? "default" : rule.name();
  }

  @Override
  public void refused(RefusalReason why, Ambiguity ambiguity) {
    refused(why);
  }

  /** It is asked while an answer comes: the client is used. */
  @Override
  public boolean isInForce() {
    around.loggedIn().seen(client());
    return isStranger() || super.isInForce();
  }

  @Override
  public boolean mustSeeAnswer() {
    return rules.mustSeeAnswer();
  }

  @Override
  public boolean mayScan() {
    return rules.mayScan();
  }

  @Override
  public Judgement decideContent(ResponseHead head, byte[] body, int seenBytes) {
    Content content = ResponseContent.of(head, asked.pathText(), body, seenBytes);
    Judgement judgement = rules.decideContent(asked, method, content);
    by(name(rules.lastRule()), around.rules().log(rules.lastRule()));
    return judgement;
  }

  @Override
  public Optional<AnswerScan> scan() {
    return rules.scan().map(config -> scans.of(config, pages));
  }

  @Override
  public byte[] page(RefusalReason why) {
    boolean isByRule = why == RefusalReason.RULE || why == RefusalReason.CONTENT;
    if (!isByRule) {
      return pages.refusedFor(why);
    }
    boolean mayLogIn =
        isStranger() && pages.login() != null && around.rules().mayAllowWithLogin(rules.lastRule());
    return mayLogIn ? pages.login() : pages.refusedBy(rule());
  }

  @Override
  public byte[] unreachable() {
    return pages.unreachable();
  }

  @Override
  public void refusedAnswer(RefusalReason why) {
    refused(why);
  }

  @Override
  public void answered(String scan) {
    if (isAnswerOwed) {
      isAnswerOwed = false;
      logRequest(scan);
    }
  }

  @Override
  public void ended(long bytesToServer, long bytesToClient, long bytesSeen) {
    answered(null);
    super.ended(bytesToServer, bytesToClient, bytesSeen);
  }
}
