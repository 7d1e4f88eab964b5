package dev.rosa.proxy.rules.criterion;

import dev.rosa.proxy.content.Glob;
import java.util.List;
import java.util.stream.Collectors;

/** Criterion: a text is as one of several patterns say. Immutable. */
public final class Globs implements Criterion {

  /** Text of a question that is compared. */
  private enum Subject {
    PATH,
    TYPE,
    FILE
  }

  private final Subject subject;
  private final List<Glob> globs;
  private final String text;

  private Globs(Subject subject, List<Glob> globs) {
    this.subject = subject;
    this.globs = List.copyOf(globs);
    text = globs.stream().map(Glob::toString).distinct().sorted().collect(Collectors.joining(" "));
  }

  /** Patterns of the URL's path in its normal form; with a question mark, of path and query. */
  public static Globs paths(List<String> patterns) {
    return new Globs(Subject.PATH, patterns.stream().map(Glob::of).toList());
  }

  /** Patterns of media types, {@code video/*}. */
  public static Globs types(List<String> patterns) {
    return new Globs(Subject.TYPE, patterns.stream().map(Glob::ignoringCase).toList());
  }

  /** Patterns of file names, {@code *.exe}. */
  public static Globs files(List<String> patterns) {
    return new Globs(Subject.FILE, patterns.stream().map(Glob::ignoringCase).toList());
  }

  @Override
  public boolean holds(Question question) {
    return switch (subject) {
      case PATH -> holdsPath(question);
      case TYPE -> matches(Content.bytes(question.content().type()));
      case FILE -> matches(Content.bytes(question.content().file()));
    };
  }

  private boolean holdsPath(Question question) {
    byte[] target = question.url().target();
    for (int i = 0; i < globs.size(); i++) {
      Glob glob = globs.get(i);
      int end = glob.hasQuery() ? question.url().targetLength() : question.url().pathLength();
      if (glob.matches(target, 0, end)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(byte[] bytes) {
    return globs.stream().anyMatch(glob -> glob.matches(bytes, 0, bytes.length));
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof Globs patterns
        && subject == patterns.subject
        && patterns.globs.stream()
            .allMatch(inner -> globs.stream().anyMatch(outer -> coversOne(outer, inner)));
  }

  private static boolean coversOne(Glob outer, Glob inner) {
    return outer.hasQuery() == inner.hasQuery() && outer.covers(inner);
  }

  @Override
  public String text() {
    return text;
  }
}
