package dev.rosa.firewall.keeper;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Message of a keeper process to its role: a line in a pipe, of a word and a text. Immutable.
 *
 * @param kind its meaning
 * @param text one line; empty where the kind says all
 */
record KeeperMessage(Kind kind, String text) {

  /** More than a keeper ever says: an error is a sentence, with a program's first line in it. */
  static final int LONGEST_BYTES = 4096;

  /** Meaning of a message. */
  enum Kind {
    /** The plan is in force; the text is for the role. First, but for reports. */
    READY("ready"),
    /** The keeper ends with this sentence. */
    FAILED("error"),
    /** A {@link PlanReport}, with every change. */
    REPORT("state"),
    /** The {@link dev.rosa.kernel.nft.NftFigures} of the rules, behind an answer. */
    FIGURES("figures"),
    /** Answer to {@link RoleMessage#ASK}. */
    KEEPING("keeping"),
    /** The plan was taken away: the last message. */
    TAKEN_AWAY("taken-away");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** A message without a text. */
  static KeeperMessage of(Kind kind) {
    return new KeeperMessage(kind, "");
  }

  String line() {
    return kind.word + " " + text;
  }

  /** Reads one; empty if it is none. */
  static Optional<KeeperMessage> parse(String line) {
    return Stream.of(Kind.values())
        .filter(kind -> line.startsWith(kind.word + " "))
        .map(kind -> new KeeperMessage(kind, line.substring(kind.word.length() + 1)))
        .findFirst();
  }
}
