package dev.rosa.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Exception by which a record of a configuration refuses one of its values, or a combination of
 * them. The reader of the file adds where the value is.
 */
public final class BadValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String sentence;
  private final ArrayList<String> missing;

  private BadValueException(String message, String key, String sentence, List<String> missing) {
    super(message);
    this.key = key;
    this.sentence = sentence;
    this.missing = new ArrayList<>(missing);
  }

  /**
   * Makes one.
   *
   * @param key the attribute or element below the record's own, {@code batch}; with elements
   *     between them {@code sessions/max}, of several {@code route[1]}
   * @param sentence what follows the key in a message: {@code is 4096, expected 1 to 1024}
   */
  public BadValueException(String key, String sentence) {
    this(key + " " + sentence, key, sentence, List.of());
  }

  /**
   * Makes one for a key that is missing beside others.
   *
   * @param sentence what follows the record's own element in a message
   * @param keys those of which one is missing; if the file has one of them, but wrong, that is all
   *     that is reported
   */
  public static BadValueException missing(String sentence, String... keys) {
    return new BadValueException(sentence, "", sentence, List.of(keys));
  }

  String key() {
    return key;
  }

  String sentence() {
    return sentence;
  }

  /** Keys of which one is missing; none if it is about a value. */
  List<String> missing() {
    return missing;
  }
}
