package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/** Exception for a ban that an operator asked for and does not get; the message is one line. */
public final class BanRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Map<Source, String> refused;

  BanRefusedException(String message) {
    super(message);
    refused = Map.of();
  }

  /** With the sources that are refused, one or more, and the line that says why of each. */
  public BanRefusedException(Map<Source, String> refused) {
    super(refused.values().iterator().next());
    this.refused = new LinkedHashMap<>(refused);
  }

  /**
   * The sources that are refused, and the line that says why of each; empty: all that were asked
   * for are.
   */
  public Map<Source, String> refused() {
    return refused == null ? Map.of() : refused;
  }
}
