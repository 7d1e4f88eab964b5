package dev.rosa.proxy.rules.criterion;

/** One thing that a rule asks for. Immutable; a check allocates nothing. */
public interface Criterion {

  /** Tells whether a question meets it. */
  boolean holds(Question question);

  /**
   * Tells whether every question that meets another criterion of the same kind meets this one, too.
   * False if that is not sure.
   */
  boolean covers(Criterion other);

  /** The attribute's value in its canonical form. */
  String text();
}
