package dev.rosa.proxy.rules;

import dev.rosa.proxy.rules.criterion.Criterion;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Question;
import java.util.EnumMap;
import java.util.Map;

/** A rule: what it asks for, and what it does then. Immutable. */
public final class Rule {
  private static final CriterionKind[] KINDS = CriterionKind.values();

  private final int number;
  private final String name;
  private final Effects effects;
  private final String where;
  private final Criterion[] criteria = new Criterion[KINDS.length];
  private final boolean asksForContent;

  /**
   * What a rule does.
   *
   * @param action with the request
   * @param log what is logged
   * @param scan name of the scan that the answer needs; null: none
   */
  record Effects(Action action, LogMode log, String scan) {}

  /**
   * Makes one.
   *
   * @param number from 1, in the order of the file
   * @param name empty if it has none
   * @param where its place, {@code FILE:LINE}
   */
  Rule(
      int number,
      String name,
      Effects effects,
      String where,
      Map<CriterionKind, Criterion> criteria) {
    this.number = number;
    this.name = name;
    this.effects = effects;
    this.where = where;
    boolean ofContent = false;
    for (Map.Entry<CriterionKind, Criterion> each : new EnumMap<>(criteria).entrySet()) {
      this.criteria[each.getKey().ordinal()] = each.getValue();
      ofContent |= each.getKey().isOfContent();
    }
    asksForContent = ofContent;
  }

  public int number() {
    return number;
  }

  /** Its name; {@code rule 7} if it has none. */
  public String name() {
    return name.isEmpty() ? "rule " + number : name;
  }

  public Action action() {
    return effects.action();
  }

  public LogMode log() {
    return effects.log();
  }

  /** Name of the scan that the answer needs which it lets pass; null: none. */
  public String scan() {
    return effects.scan();
  }

  /** {@code FILE:LINE}. */
  public String where() {
    return where;
  }

  /** True if it decides when the server answers, not before. */
  public boolean asksForContent() {
    return asksForContent;
  }

  /** True if it is for some commands or methods only. */
  public boolean asksForCommands() {
    return criterion(CriterionKind.COMMANDS) != null;
  }

  /** True if it asks who is logged in. */
  public boolean asksForUsers() {
    return criterion(CriterionKind.USERS) != null;
  }

  /** The criterion of a kind; null if it has none. */
  Criterion criterion(CriterionKind kind) {
    return criteria[kind.ordinal()];
  }

  /** Tells whether a question meets all criteria. */
  boolean matches(Question question) {
    return firstMismatch(question) == null;
  }

  /** Tells whether some request of a question's connection may match. */
  boolean mayMatchOnConnection(Question request) {
    for (CriterionKind kind : KINDS) {
      if (kind.isOfConnection() && !holds(kind, request)) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether the client of a question meets what is asked of clients. */
  boolean concerns(Question client) {
    return holds(CriterionKind.USERS, client) && holds(CriterionKind.FROM, client);
  }

  private boolean holds(CriterionKind kind, Question question) {
    Criterion criterion = criterion(kind);
    return criterion == null || criterion.holds(question);
  }

  /** The first criterion that a question does not meet; null if it meets all. */
  public CriterionKind firstMismatch(Question question) {
    for (CriterionKind kind : KINDS) {
      Criterion criterion = criteria[kind.ordinal()];
      if (criterion != null && !criterion.holds(question)) {
        return kind;
      }
    }
    return null;
  }

  /** Tells whether each question that a later rule matches is decided by this one. */
  boolean shadows(Rule later) {
    if (asksForContent && !later.asksForContent) {
      return false;
    }
    for (CriterionKind kind : KINDS) {
      Criterion mine = criterion(kind);
      Criterion other = later.criterion(kind);
      if (mine != null && (other == null || !mine.covers(other))) {
        return false;
      }
    }
    return true;
  }

  /** Canonical form: action and criteria in a fixed order, values sorted. */
  public String text() {
    StringBuilder text = new StringBuilder(action().label());
    for (CriterionKind kind : KINDS) {
      Criterion criterion = criterion(kind);
      if (criterion != null) {
        text.append(' ').append(kind.label()).append("=\"").append(criterion.text()).append('"');
      }
    }
    if (scan() != null) {
      text.append(" scan=\"").append(scan()).append('"');
    }
    return text.append(" log=\"").append(log().label()).append('"').toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
