package dev.rosa.proxy.policy;

import dev.rosa.proxy.ftp.FtpPolicy;
import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;

/** Rules as the policy of one FTP session. Owned by one thread. */
public final class RuledFtp implements FtpPolicy {
  private final RulesInForce rules;
  private final Question question = new Question();
  private final RulesInForce.Decided decided = new RulesInForce.Decided();

  /** For a client's session. */
  public RuledFtp(RulesInForce rules, ClientEnd client) {
    this.rules = rules;
    question.between(client.address(), client.server()).by(client.user());
  }

  /** How the rule that decided last logs. */
  LogMode lastLog() {
    return rules.log(decided.rule());
  }

  @Override
  public Decision decide(String verb, NormalUrl url) {
    byte[] word = AsciiBytes.of(Commands.word(verb));
    question.command(word, word.length);
    rules.decide(question, url, decided);
    return decision(decided.rule(), decided.action());
  }

  /** The decision of a rule; null is the default. */
  public static Decision decision(Rule rule, Action action) {
    String name = rule == null ? RulesInForce.DEFAULT : rule.name();
    return new Decision(action.judgement(), name, rule != null && rule.asksForCommands());
  }
}
