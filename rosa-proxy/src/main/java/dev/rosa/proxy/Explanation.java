package dev.rosa.proxy;

import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.url.NormalUrl;
import java.util.ArrayList;
import java.util.List;

/**
 * Explanation of a decision.
 *
 * @param action what is done
 * @param refusal why the proxy refuses it itself; null if the rule decides
 * @param rule number of the rule that decides; null for the default
 * @param name of that rule
 * @param where its place in the file; null for the default
 * @param text of that rule in its canonical form; null for the default
 * @param log what is logged
 * @param scan the scan that the answer needs, and its service; null: none
 * @param url in its normal form, without query
 * @param categories that the URL is in
 * @param before why the rules before it do not decide
 */
record Explanation(
    String action,
    String refusal,
    Integer rule,
    String name,
    String where,
    String text,
    String log,
    String scan,
    String url,
    List<String> categories,
    List<Mismatch> before) {

  /** Most rules that are explained. */
  private static final int MOST = 100;

  /**
   * A rule that does not decide.
   *
   * @param because the first attribute that the request does not meet
   */
  record Mismatch(int rule, String name, String because) {}

  static Explanation of(
      LoadedRules loaded, NormalUrl url, Question question, Rule deciding, String refusal) {
    Action action = refusal == null ? loaded.rules().action(deciding) : Action.REFUSE;
    return new Explanation(
        action.label(),
        refusal,
        deciding == null ? null : deciding.number(),
        deciding == null ? "default" : deciding.name(),
        deciding == null ? null : deciding.where(),
        deciding == null ? null : deciding.text(),
        loaded.rules().log(deciding).label(),
        scan(loaded, deciding),
        url.toString(),
        categories(loaded, url),
        before(loaded, question, deciding));
  }

  private static String scan(LoadedRules loaded, Rule deciding) {
    String name = deciding == null ? null : deciding.scan();
    return loaded
        .config()
        .scans()
        .named(name)
        .map(scan -> scan.name() + ", " + scan.service())
        .orElse(null);
  }

  private static List<String> categories(LoadedRules loaded, NormalUrl url) {
    List<String> known = loaded.urls().categories();
    long found = loaded.urls().find(url);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      if ((found & 1L << i) != 0) {
        names.add(known.get(i));
      }
    }
    return names;
  }

  private static List<Mismatch> before(LoadedRules loaded, Question question, Rule deciding) {
    List<Mismatch> mismatches = new ArrayList<>();
    for (Rule rule : loaded.rules().rules()) {
      if (rule == deciding || mismatches.size() == MOST) {
        break;
      }
      CriterionKind kind = rule.firstMismatch(question);
      // A rule for content that matches was not asked: the request was refused before.
      String because = kind == null ? "content" : kind.label();
      mismatches.add(new Mismatch(rule.number(), rule.name(), because));
    }
    return mismatches;
  }

  boolean isAllowed() {
    return !action.equals(Action.REFUSE.label());
  }

  /** For a person. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String decides =
        rule == null
            ? "by default: no rule matches"
            : "by %s, rule %d in %s".formatted(name, rule, where);
    if (refusal == null) {
      lines.add("%s %s %s".formatted(action, url, decides));
    } else {
      lines.add("%s %s by the proxy itself: %s".formatted(action, url, refusal));
      lines.add("  rules alone would decide " + decides);
    }
    if (text != null) {
      lines.add("  " + text);
    }
    if (scan != null) {
      lines.add("  its answer is scanned by " + scan);
    }
    if (!categories.isEmpty()) {
      lines.add("  categories of the URL: " + String.join(" ", categories));
    }
    for (Mismatch mismatch : before) {
      lines.add("  rule %d does not match: %s".formatted(mismatch.rule(), mismatch.because()));
    }
    return lines;
  }
}
