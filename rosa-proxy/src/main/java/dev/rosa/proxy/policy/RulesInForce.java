package dev.rosa.proxy.policy;

import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.url.NormalUrl;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/**
 * Rules that are in force, and the time of the week. Other rules are in force at the next request
 * of each connection. Thread-safe.
 */
public final class RulesInForce {
  private final ZoneId zone;
  private volatile LoadedRules rules;
  private volatile int minuteOfWeek;

  /** Begins with rules at a time; {@code zone} is that of their times of day. */
  public RulesInForce(LoadedRules rules, ZoneId zone, Instant now) {
    this.rules = rules;
    this.zone = zone;
    tick(now);
  }

  /** Puts other rules in force. */
  public void replace(LoadedRules others) {
    rules = others;
  }

  /** Looks at the clock; at least once a minute. */
  public void tick(Instant now) {
    minuteOfWeek = Question.minuteOfWeek(LocalDateTime.ofInstant(now, zone));
  }

  /** Names of the users, in the order of their indexes. */
  public List<String> users() {
    return rules.users();
  }

  /** How the default logs. */
  LogMode defaultLog() {
    return rules.rules().log(null);
  }

  /** Decides about a question whose URL and client are set; nothing is allocated. */
  Decided decide(Question question, NormalUrl url, Decided into) {
    LoadedRules now = rules;
    question.about(url).in(now.urls().find(url)).at(minuteOfWeek);
    Rule rule = now.rules().decide(question);
    return into.set(rule, now.rules().action(rule), now.rules().log(rule));
  }

  /** The result of a decision; one object serves all requests of a worker. */
  static final class Decided {
    private Rule rule;
    private Action action = Action.REFUSE;
    private LogMode log = LogMode.SUMMARY;

    private Decided set(Rule deciding, Action of, LogMode logged) {
      rule = deciding;
      action = of;
      log = logged;
      return this;
    }

    /** The rule; null for the default. */
    Rule rule() {
      return rule;
    }

    LogMode log() {
      return log;
    }

    String ruleName() {
      return rule == null ? "default" : rule.name();
    }

    Judgement judgement() {
      return switch (action) {
        case ALLOW -> Judgement.PASS;
        case REFUSE -> Judgement.REFUSE;
        case PASS -> Judgement.PASS_THROUGH;
      };
    }
  }
}
