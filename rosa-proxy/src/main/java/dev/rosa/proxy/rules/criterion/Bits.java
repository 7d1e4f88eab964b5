package dev.rosa.proxy.rules.criterion;

/** Criterion: a set of bits of the question has one of several. Immutable. */
public final class Bits implements Criterion {

  /** Set of a question that is compared. */
  private enum Subject {
    PROTOCOL,
    CATEGORIES,
    KINDS
  }

  private final Subject subject;
  private final long wanted;
  private final String text;

  private Bits(Subject subject, long wanted, String text) {
    this.subject = subject;
    this.wanted = wanted;
    this.text = text;
  }

  /** Protocols, a bit for each scheme by its ordinal. */
  public static Bits protocols(long wanted, String text) {
    return new Bits(Subject.PROTOCOL, wanted, text);
  }

  /** Categories of lists. */
  public static Bits categories(long wanted, String text) {
    return new Bits(Subject.CATEGORIES, wanted, text);
  }

  /** Kinds of files. */
  public static Bits kinds(long wanted, String text) {
    return new Bits(Subject.KINDS, wanted, text);
  }

  @Override
  public boolean holds(Question question) {
    return (wanted & bits(question)) != 0;
  }

  private long bits(Question question) {
    return switch (subject) {
      case PROTOCOL -> 1L << question.url().scheme().ordinal();
      case CATEGORIES -> question.categories();
      case KINDS -> question.content().kinds();
    };
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof Bits bits && subject == bits.subject && (bits.wanted & ~wanted) == 0;
  }

  @Override
  public String text() {
    return text;
  }
}
