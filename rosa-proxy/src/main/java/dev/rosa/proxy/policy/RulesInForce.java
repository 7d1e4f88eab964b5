package dev.rosa.proxy.policy;

import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.ScanConfig;
import dev.rosa.proxy.rules.TelnetConfig;
import dev.rosa.proxy.rules.UserNumbers;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.Optional;

/**
 * Rules that are in force, and the time of the week. Other rules are in force at the next request
 * of each connection. Thread-safe.
 */
public final class RulesInForce {
  /** Name of what decides if no rule matches. */
  static final String DEFAULT = "default";

  private final ZoneId zone;
  private volatile LoadedRules rules;
  private volatile int minuteOfWeek;

  /** Begins with rules at a time; {@code zone} is that of their times of day. */
  public RulesInForce(LoadedRules rules, ZoneId zone, Instant now) {
    this.rules = rules;
    this.zone = zone;
    boolean unused = tick(now);
  }

  /** Puts other rules in force. */
  public void replace(LoadedRules others) {
    rules = others;
  }

  /**
   * Looks at the clock; at least once a minute.
   *
   * @return true if another minute has begun, and a rule asks for the time
   */
  public boolean tick(Instant now) {
    int before = minuteOfWeek;
    minuteOfWeek = Question.minuteOfWeek(LocalDateTime.ofInstant(now, zone));
    return minuteOfWeek != before && rules.rules().asksForTimes();
  }

  /**
   * The policy class of a client: those of one class get the same verdicts on the same requests.
   */
  public BitSet classOf(InetAddress client, int user) {
    return rules.rules().classOf(new Question().between(client, client).by(user));
  }

  /** What is logged by a rule; the default's mode for null. */
  public LogMode log(Rule rule) {
    return rules.rules().log(rule);
  }

  /** True if no request passes without a login. */
  public boolean needLogin() {
    return !rules.rules().mayAllowWithoutLogin();
  }

  /** True if a login may change what a rule has refused; null: the default. */
  public boolean mayAllowWithLogin(Rule refusing) {
    return rules.rules().mayAllowWithLogin(refusing);
  }

  /** Name of a user. */
  public String userName(int user) {
    return rules.users().name(user);
  }

  /** Numbers of the users. */
  public UserNumbers users() {
    return rules.users();
  }

  /** What passes of TLS without a name. */
  public ProxyConfig.Tls tls() {
    return rules.config().tls();
  }

  /** What clients of TELNET may send. */
  public TelnetConfig telnet() {
    return rules.config().telnet();
  }

  /**
   * Decides about a question whose URL and client are set; nothing is allocated. While rules are
   * replaced, a client may still be logged in as a user whom they do not have: all is refused.
   */
  Decided decide(Question question, NormalUrl url, Decided into) {
    LoadedRules now = rules;
    if (question.user() != Question.NO_USER && !now.users().has(question.user())) {
      return into.refuse(now);
    }
    question.about(url).in(now.urls().find(url)).at(minuteOfWeek);
    Rule rule = now.rules().decide(question);
    return into.set(now, rule).about(question);
  }

  /**
   * Decides about the content that answers a question, by the rules that decided about that.
   *
   * @param url copy of the question's
   * @param last decision about the question; it becomes that about the content
   */
  Decided decideContent(Question question, NormalUrl url, Content content, Decided last) {
    question.about(url).content(content);
    Rule rule = last.loaded.rules().decideContent(question, last.rule);
    question.content(Content.NONE);
    return last.set(last.loaded, rule);
  }

  /** The result of a decision; one object serves all requests of a worker. */
  static final class Decided {
    private LoadedRules loaded;
    private Rule rule;
    private Action action = Action.REFUSE;
    private boolean mayRefuseContent;
    private boolean mayScan;

    private Decided set(LoadedRules by, Rule deciding) {
      loaded = by;
      rule = deciding;
      action = by.rules().action(deciding);
      mayRefuseContent = false;
      mayScan = needsScan();
      return this;
    }

    /** The answer is not known yet. */
    private Decided about(Question request) {
      mayRefuseContent = loaded.rules().mayRefuseContent(request, rule);
      mayScan = loaded.rules().mayScan(request, rule);
      return this;
    }

    private Decided refuse(LoadedRules by) {
      loaded = by;
      rule = null;
      action = Action.REFUSE;
      mayRefuseContent = false;
      mayScan = false;
      return this;
    }

    /** True if the content of the answer may still be refused. */
    boolean mayRefuseContent() {
      return mayRefuseContent;
    }

    /** True if the answer may have to be scanned. */
    boolean mayScan() {
      return mayScan;
    }

    /** True if the rule asks for a scan. */
    boolean needsScan() {
      return rule != null && rule.scan() != null;
    }

    /** The scan that the rule asks for; empty: none. */
    Optional<ScanConfig> scan() {
      return needsScan() ? loaded.config().scans().named(rule.scan()) : Optional.empty();
    }

    /** The rule; null for the default. */
    Rule rule() {
      return rule;
    }

    String ruleName() {
      return rule == null ? DEFAULT : rule.name();
    }

    Action action() {
      return action;
    }

    Judgement judgement() {
      return action.judgement();
    }
  }
}
