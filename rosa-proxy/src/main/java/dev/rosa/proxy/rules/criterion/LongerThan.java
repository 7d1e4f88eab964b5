package dev.rosa.proxy.rules.criterion;

import dev.rosa.config.ByteSize;

/** Criterion: the content is longer than a size. Immutable. */
public record LongerThan(ByteSize size) implements Criterion {

  @Override
  public boolean holds(Question question) {
    return question.content().length() > size.bytes();
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof LongerThan than && size.bytes() <= than.size.bytes();
  }

  @Override
  public String text() {
    return size.toString();
  }
}
