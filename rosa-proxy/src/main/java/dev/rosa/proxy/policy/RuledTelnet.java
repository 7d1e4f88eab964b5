package dev.rosa.proxy.policy;

import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.url.NormalUrl;

/**
 * Rules as the policy of one TELNET connection: its command is CONNECT, its path {@code /}, its
 * host the server's address. Owned by one thread.
 */
public final class RuledTelnet {
  private static final byte[] CONNECT = AsciiBytes.of("CONNECT");

  private final RulesInForce rules;
  private final Question question = new Question();
  private final RulesInForce.Decided decided = new RulesInForce.Decided();

  /** For a client's connection. */
  public RuledTelnet(RulesInForce rules, ClientEnd client) {
    this.rules = rules;
    question.between(client.address(), client.server()).by(client.user());
    question.command(CONNECT, CONNECT.length);
  }

  /** True if the client may connect. */
  public boolean mayConnect(NormalUrl url) {
    return rules.decide(question, url, decided).judgement() != Judgement.REFUSE;
  }

  /** The rule that decided; null for the default. */
  public Rule rule() {
    return decided.rule();
  }
}
