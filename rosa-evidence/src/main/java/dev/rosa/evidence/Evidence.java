package dev.rosa.evidence;

import java.net.InetAddress;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Evidence that a source has sent something malicious, as an application found it. It says how well
 * the source's address is proven. Immutable.
 *
 * @param source IPv4 or IPv6 address of the sender, without a scope
 * @param interfaceName interface that it came in on; empty: the reporter does not know
 * @param destinationPort port that it was for, 0 to 65,535; 0: there is none
 * @param kind the application's word for it, such as {@code SQL_INJECTION}: {@link #KIND}
 * @param proof proof of the source's address
 * @param reason a short text for the operator; characters that do not print and all beyond {@value
 *     #LONGEST_REASON} are replaced or left out
 */
public record Evidence(
    InetAddress source,
    String interfaceName,
    int destinationPort,
    String kind,
    Proof proof,
    String reason) {

  /** Syntax of a kind. */
  public static final Pattern KIND = Pattern.compile("[A-Z][A-Z0-9_]{0,39}");

  /** Syntax of an interface's name in evidence; Linux allows more. */
  public static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9._@\\-]{0,15}");

  /** Most characters of a reason. */
  public static final int LONGEST_REASON = 120;

  private static final int MAX_PORT = 65_535;

  public Evidence {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(proof, "proof");
    require(KIND.matcher(kind).matches(), "kind is a word of capital letters, digits and _");
    require(INTERFACE.matcher(interfaceName).matches(), "interface is a name of 15 characters");
    require(destinationPort >= 0 && destinationPort <= MAX_PORT, "port is 0 to 65535");
    reason = printable(reason);
  }

  private static void require(boolean condition, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(expected);
    }
  }

  /** The text in printable ASCII, and of bounded length. */
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(Math.min(text.length(), LONGEST_REASON));
    for (int i = 0; i < text.length() && i < LONGEST_REASON; i++) {
      char c = text.charAt(i);
      printable.append(c >= ' ' && c <= '~' ? c : '?');
    }
    return printable.toString().strip();
  }
}
