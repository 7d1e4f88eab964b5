package dev.rosa.proxy.telnet;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * What a TELNET client may send.
 *
 * @param options numbers of options that it may offer and ask for
 * @param variables names that it may set by NEW-ENVIRON; their values are checked all the same
 * @param controlledLines lines of data after which all passes; 0: none, it is watched to the end
 */
public record TelnetLimits(Set<Integer> options, Set<String> variables, int controlledLines) {

  /** Options that clients use: binary, echo, go-ahead, status, terminal, window, speed, … */
  private static final Set<Integer> USUAL_OPTIONS =
      Set.of(0, 1, 3, 5, 6, 24, 31, 32, 33, 34, 38, 39);

  private static final Set<String> USUAL_VARIABLES =
      Set.of("USER", "JOB", "ACCT", "PRINTER", "SYSTEMTYPE", "DISPLAY", "TERM", "LANG");

  /**
   * Without authentication, X display and the old ENVIRON, whose codes are unsure. To the end:
   * servers take lines that come before they ask for a name, and negotiate options later.
   */
  public static final TelnetLimits USUAL = new TelnetLimits(USUAL_OPTIONS, USUAL_VARIABLES, 0);

  public TelnetLimits {
    options = Set.copyOf(options);
    variables = Set.copyOf(variables);
  }

  BitSet optionBits() {
    BitSet bits = new BitSet();
    options.forEach(bits::set);
    return bits;
  }

  List<byte[]> variableBytes() {
    return variables.stream().map(AsciiBytes::of).toList();
  }
}
