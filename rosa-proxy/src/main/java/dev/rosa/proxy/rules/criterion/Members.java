package dev.rosa.proxy.rules.criterion;

import java.util.BitSet;

/** Criterion: the client is logged in as one of several users. Immutable. */
public final class Members implements Criterion {
  private final BitSet users;
  private final String text;

  /**
   * Users by their indexes.
   *
   * @param text as the rule names them
   */
  public Members(BitSet users, String text) {
    this.users = (BitSet) users.clone();
    this.text = text;
  }

  @Override
  public boolean holds(Question question) {
    return question.user() >= 0 && users.get(question.user());
  }

  @Override
  public boolean covers(Criterion other) {
    if (!(other instanceof Members members)) {
      return false;
    }
    BitSet left = (BitSet) members.users.clone();
    left.andNot(users);
    return left.isEmpty();
  }

  @Override
  public String text() {
    return text;
  }
}
