package dev.rosa.proxy.policy;

import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.tls.TlsPolicy;
import dev.rosa.proxy.url.NormalUrl;

/**
 * Rules as the policy of one TLS connection. Its command is CONNECT, its path {@code /}: no more is
 * seen. Owned by one thread.
 */
public final class RuledTls implements TlsPolicy {
  private static final byte[] CONNECT = AsciiBytes.of("CONNECT");

  private final RulesInForce rules;
  private final ProxyConfig.Tls tls;
  private final Question question = new Question();
  private final RulesInForce.Decided decided = new RulesInForce.Decided();

  /** For a client's connection. */
  public RuledTls(RulesInForce rules, ProxyConfig.Tls tls, ClientEnd client) {
    this.rules = rules;
    this.tls = tls;
    question.between(client.address(), client.server()).by(client.user());
    question.command(CONNECT, CONNECT.length);
  }

  /** The client is another user from now on. */
  public void by(int user) {
    question.by(user);
  }

  /** The rule that decided last; null for the default. */
  public Rule lastRule() {
    return decided.rule();
  }

  @Override
  public boolean letsNoNamePass() {
    return tls.letsNoNamePass();
  }

  @Override
  public boolean letsEncryptedNamePass() {
    return tls.letsEncryptedNamePass();
  }

  @Override
  public Judgement decide(NormalUrl url, ClientHello hello) {
    return rules.decide(question, url, decided).judgement();
  }
}
