package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.policy.RuledHttp;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.Scheme;

/** Judge of a connection of HTTP, which notes what it decides. Owned by one thread. */
final class HttpFlow implements FlowJudge, HttpPolicy {
  private final JudgeMaker.New connectionOf;
  private final RuledHttp rules;
  private final HttpRequestJudge judge;
  private final ProxiedConnection connection;
  private final UrlCopy url = new UrlCopy();
  private int user;
  private int requests;

  HttpFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, ServerEnd server) {
    this.connectionOf = connectionOf;
    user = connectionOf.client().user();
    rules = new RuledHttp(shared.rules(), connectionOf.client(), shared.counts());
    judge = new HttpRequestJudge(shared.heads(), shared.requestHead(), server, this);
    connection = new ProxiedConnection(judge, JudgeMaker.HEAD_NANOS);
  }

  @Override
  public Judgement decide(RequestHead request) {
    Judgement judgement = rules.decide(request);
    url.set(request.url());
    if (judgement != Judgement.REFUSE) {
      requests++;
    }
    RefusalReason reason = judgement == Judgement.REFUSE ? RefusalReason.RULE : null;
    connectionOf.log().request(connectionOf, rules.lastRule(), reason, request);
    return judgement;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    rules.refused(reason, ambiguity);
  }

  HttpRequestJudge requestJudge() {
    return judge;
  }

  @Override
  public Scheme scheme() {
    return Scheme.HTTP;
  }

  @Override
  public int user() {
    return user;
  }

  @Override
  public void by(int other) {
    user = other;
    rules.by(other);
  }

  @Override
  public ProxiedConnection connection() {
    return connection;
  }

  @Override
  public Rule rule() {
    return rules.lastRule();
  }

  @Override
  public int requests() {
    return requests;
  }

  @Override
  public UrlCopy url() {
    return url;
  }

  @Override
  public boolean countsRefusals() {
    return true;
  }

  @Override
  public void close() {
    judge.close();
  }
}
