package dev.rosa.evidence;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of evidence on the reporters' socket, one line each: {@code evidence PROOF KIND SOURCE
 * INTERFACE|- PORT REASON…} in printable ASCII. All limits of such lines are here and in {@link
 * Evidence}. Stateless.
 */
public final class EvidenceLine {

  /** Most bytes of a line in either direction, its line feed included. */
  public static final int MOST_BYTES = 512;

  /** First line of a plane: its protocol's name and version. */
  public static final String GREETING = "rosa-firewall 1";

  private static final String NO_INTERFACE = "-";
  private static final int IPV4_BYTES = 4;
  private static final int MAX_BYTE = 0xff;
  private static final Pattern LINE =
      Pattern.compile("evidence (\\S+) (\\S+) (\\S+) (\\S+) (0|[1-9][0-9]{0,4})(?: (.*))?");
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");
  private static final Pattern IPV4 =
      Pattern.compile(
          "(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})\\.(0|[1-9]\\d{0,2})");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
  private static final int MOST_IPV6_CHARS = 45;

  private EvidenceLine() {}

  /** The line of evidence, without its line feed. */
  public static String write(Evidence evidence) {
    String name = evidence.interfaceName();
    return String.join(
            " ",
            "evidence",
            evidence.proof().word(),
            evidence.kind(),
            text(evidence.source()),
            name.isEmpty() ? NO_INTERFACE : name,
            String.valueOf(evidence.destinationPort()),
            evidence.reason())
        .stripTrailing();
  }

  /**
   * Reads a line without its line feed; {@link #write} is the inverse.
   *
   * @throws IllegalArgumentException in one line if it is no evidence
   */
  public static Evidence read(String line) {
    if (line.length() >= MOST_BYTES) {
      throw new IllegalArgumentException("a line has at most " + MOST_BYTES + " bytes");
    }
    Matcher parts = LINE.matcher(line);
    if (!PRINTABLE.matcher(line).matches() || !parts.matches()) {
      throw new IllegalArgumentException(
          "expected: evidence PROOF KIND SOURCE INTERFACE|- PORT REASON");
    }
    String name = parts.group(4);
    return new Evidence(
        address(parts.group(3)),
        name.equals(NO_INTERFACE) ? "" : name,
        Integer.parseInt(parts.group(5)),
        parts.group(2),
        Proof.ofWord(parts.group(1)),
        parts.group(6) == null ? "" : parts.group(6));
  }

  /** True if a line that {@link #read} takes has a proof; any answer for other lines. */
  public static boolean claimsProof(String line) {
    return line.startsWith("evidence handshake ") || line.startsWith("evidence session ");
  }

  /**
   * Reads a numeric address; no name is looked up. An IPv4 address in IPv6 form becomes IPv4.
   *
   * @throws IllegalArgumentException in one line if it is none
   */
  static InetAddress address(String text) {
    try {
      if (text.length() <= MOST_IPV6_CHARS && IPV6.matcher(text).matches()) {
        return InetAddress.getByName(text);
      }
      return InetAddress.getByAddress(ipv4(text));
    } catch (UnknownHostException e) {
      throw noAddress(e);
    }
  }

  private static byte[] ipv4(String text) {
    Matcher numbers = IPV4.matcher(text);
    if (!numbers.matches()) {
      throw noAddress(null);
    }
    byte[] bytes = new byte[IPV4_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      int number = Integer.parseInt(numbers.group(i + 1));
      if (number > MAX_BYTE) {
        throw noAddress(null);
      }
      bytes[i] = (byte) number;
    }
    return bytes;
  }

  private static IllegalArgumentException noAddress(Throwable cause) {
    return new IllegalArgumentException("source is an IPv4 or IPv6 address in numbers", cause);
  }

  /** The address without a scope. */
  private static String text(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress()).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }
}
