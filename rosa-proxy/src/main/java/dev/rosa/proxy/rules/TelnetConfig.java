package dev.rosa.proxy.rules;

import dev.rosa.config.BadValueException;
import java.util.List;
import java.util.Optional;

/**
 * The element {@code <telnet>}. Immutable.
 *
 * @param watch {@code always}, or {@code login}: nothing is judged after two lines
 * @param options numbers of options that clients may use, separated by spaces; null: the usual ones
 * @param variables names that clients may set, separated by spaces; null: the usual ones
 */
public record TelnetConfig(String watch, String options, String variables) {

  private static final int MOST_OPTION = 255;

  /** Checks. */
  public TelnetConfig {
    if (options != null) {
      for (int option : numbers(options)) {
        if (option > MOST_OPTION) {
          throw new BadValueException(
              "options", "has the option %d, expected numbers from 0 to 255".formatted(option));
        }
      }
    }
  }

  private static List<Integer> numbers(String words) {
    return Words.of(words).stream().map(Integer::valueOf).toList();
  }

  /** True if a client is watched until it has sent a name and a password only. */
  public boolean endsAtLogin() {
    return "login".equals(watch);
  }

  /** Options that clients may use; empty: the usual ones. */
  public Optional<List<Integer>> allowedOptions() {
    return Optional.ofNullable(options).map(TelnetConfig::numbers);
  }

  /** Variables that clients may set; empty: the usual ones. */
  public Optional<List<String>> allowedVariables() {
    return Optional.ofNullable(variables).map(words -> List.copyOf(Words.of(words)));
  }
}
