package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.policy.RuledTls;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.tls.ClientHelloJudge;
import dev.rosa.proxy.tls.TlsPolicy;
import dev.rosa.proxy.url.NormalUrl;

/** Judge of a connection of TLS, which notes what it decides. Owned by one thread. */
final class TlsFlow extends FlowJudge implements TlsPolicy {
  private final RuledTls rules;
  private final ProxiedConnection connection;

  TlsFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, String serverAddress) {
    super(connectionOf);
    rules = new RuledTls(shared.rules(), shared.rules().tls(), connectionOf.client());
    ClientHelloJudge judge = new ClientHelloJudge(shared.hello(), serverAddress, this);
    connection = new ProxiedConnection(judge, JudgeMaker.HEAD_NANOS, shared.kept());
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
    note(asked, judgement != Judgement.REFUSE);
    connectionOf().log().connect(connectionOf(), rules.lastRule(), judgement, asked);
    return judgement;
  }

  @Override
  void by(int other) {
    super.by(other);
    rules.by(other);
  }

  @Override
  ProxiedConnection connection() {
    return connection;
  }

  @Override
  Rule rule() {
    return rules.lastRule();
  }
}
