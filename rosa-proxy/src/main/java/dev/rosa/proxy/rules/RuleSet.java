package dev.rosa.proxy.rules;

import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Question;
import java.util.BitSet;
import java.util.List;

/**
 * All rules in their order. The first one that matches decides; if none does, the default does.
 *
 * <p>A rule that asks for content is left out when a request comes, as the content is not known.
 * When the server answers, the rules for content before the one that decided are asked: the first
 * that matches decides anew. Immutable; a decision allocates nothing.
 */
public final class RuleSet {
  private final List<Rule> rules;
  private final Action otherwise;
  private final LogMode otherwiseLog;
  private final RuleIndex requests;
  private final List<Rule> contentRules;

  RuleSet(List<Rule> rules, Action otherwise, LogMode otherwiseLog) {
    this.rules = List.copyOf(rules);
    this.otherwise = otherwise;
    this.otherwiseLog = otherwiseLog;
    requests = new RuleIndex(rules.stream().filter(rule -> !rule.asksForContent()).toList());
    contentRules = rules.stream().filter(Rule::asksForContent).toList();
  }

  /** The rule that decides about a request; null if the default does. */
  public Rule decide(Question question) {
    return requests.first(question);
  }

  /**
   * The rule that decides about the content that answers a request.
   *
   * @param deciding the rule that let the request pass; null for the default
   * @return that rule, or one before it that the content matches
   */
  public Rule decideContent(Question question, Rule deciding) {
    int end = deciding == null ? Integer.MAX_VALUE : deciding.number();
    for (int i = 0; i < contentRules.size() && contentRules.get(i).number() < end; i++) {
      if (contentRules.get(i).matches(question)) {
        return contentRules.get(i);
      }
    }
    return deciding;
  }

  /**
   * True if a rule for content may still refuse the answer to a request that a rule let pass, or to
   * another one of its connection: where an answer begins is known only if all before it were seen.
   */
  public boolean mayRefuseContent(Question request, Rule deciding) {
    return mayDecideContent(request, deciding, false);
  }

  /** True if the answer to a request that a rule let pass may have to be scanned. */
  public boolean mayScan(Question request, Rule deciding) {
    boolean isScanned = deciding != null && deciding.scan() != null;
    return isScanned || mayDecideContent(request, deciding, true);
  }

  private boolean mayDecideContent(Question request, Rule deciding, boolean scans) {
    int end = deciding == null ? Integer.MAX_VALUE : deciding.number();
    for (int i = 0; i < contentRules.size() && contentRules.get(i).number() < end; i++) {
      Rule rule = contentRules.get(i);
      if ((!scans || rule.scan() != null) && rule.mayMatchOnConnection(request)) {
        return true;
      }
    }
    return false;
  }

  /** What a rule does; the default's action for null. */
  public Action action(Rule rule) {
    return rule == null ? otherwise : rule.action();
  }

  /** What is logged by a rule; the default's mode for null. */
  public LogMode log(Rule rule) {
    return rule == null ? otherwiseLog : rule.log();
  }

  /** True if some request of a client that is not logged in may be let pass. */
  public boolean mayAllowWithoutLogin() {
    return otherwise != Action.REFUSE
        || rules.stream().anyMatch(rule -> rule.action() != Action.REFUSE && !rule.asksForUsers());
  }

  /**
   * True if a rule that lets users pass stands before the one that has refused a client without a
   * login: the client may be one of them.
   *
   * @param refusing null: the default
   */
  public boolean mayAllowWithLogin(Rule refusing) {
    int end = refusing == null ? Integer.MAX_VALUE : refusing.number();
    return rules.stream()
        .takeWhile(rule -> rule.number() < end)
        .anyMatch(rule -> rule.asksForUsers() && rule.action() != Action.REFUSE);
  }

  /**
   * The rules that a client can meet, by their places: clients of which these are the same get the
   * same verdicts. The question has the client's address and user.
   */
  public BitSet classOf(Question client) {
    BitSet met = new BitSet(rules.size());
    for (int i = 0; i < rules.size(); i++) {
      met.set(i, rules.get(i).concerns(client));
    }
    return met;
  }

  /** True if some rule asks for the time of the week. */
  public boolean asksForTimes() {
    return rules.stream().anyMatch(rule -> rule.criterion(CriterionKind.TIMES) != null);
  }

  /** All rules, in the order of the file. */
  public List<Rule> rules() {
    return rules;
  }

  /** True if some rule needs to see responses. */
  public boolean asksForContent() {
    return !contentRules.isEmpty();
  }
}
