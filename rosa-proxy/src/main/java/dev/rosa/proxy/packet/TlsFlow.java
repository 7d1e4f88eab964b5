package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.policy.RuledTls;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.tls.ClientHelloJudge;
import dev.rosa.proxy.tls.TlsPolicy;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;

/** Judge of a connection of TLS, which notes what it decides. Owned by one thread. */
final class TlsFlow implements FlowJudge, TlsPolicy {
  private final JudgeMaker.New connectionOf;
  private final RuledTls rules;
  private final ProxiedConnection connection;
  private final UrlCopy url = new UrlCopy();
  private int user;
  private int requests;

  TlsFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, String serverAddress) {
    this.connectionOf = connectionOf;
    user = connectionOf.client().user();
    rules = new RuledTls(shared.rules(), shared.rules().tls(), connectionOf.client());
    ClientHelloJudge judge = new ClientHelloJudge(shared.hello(), serverAddress, this);
    connection = new ProxiedConnection(judge, JudgeMaker.HEAD_NANOS);
  }

  @Override
  public boolean letsNoNamePass() {
    return rules.letsNoNamePass();
  }

  @Override
  public boolean letsEncryptedNamePass() {
    return rules.letsEncryptedNamePass();
  }

  @Override
  public Judgement decide(NormalUrl asked, ClientHello hello) {
    Judgement judgement = rules.decide(asked, hello);
    url.set(asked);
    if (judgement != Judgement.REFUSE) {
      requests++;
    }
    connectionOf.log().connect(connectionOf, rules.lastRule(), judgement, asked);
    return judgement;
  }

  @Override
  public Scheme scheme() {
    return Scheme.HTTPS;
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
    return false;
  }

  @Override
  public void close() {
    // It shares no memory.
  }
}
