package dev.rosa.proxy.ftp;

import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address and port of a data connection, as FTP writes them.
 *
 * @param address null if the reply leaves it out (EPSV): that of the control connection
 */
record FtpAddress(InetAddress address, int port) {
  private static final String NUMBER = "(0|[1-9]\\d{0,2})";
  private static final String SIX = NUMBER + ("," + NUMBER).repeat(5);
  private static final Pattern PORT = Pattern.compile(SIX);
  private static final Pattern EPRT =
      Pattern.compile("\\|([12])\\|([0-9A-Fa-f:.]+)\\|(\\d{1,5})\\|");
  private static final Pattern PASV_REPLY =
      Pattern.compile("227 [^(\\d]*\\(" + SIX + "\\)[^(\\d]*");
  private static final Pattern EPSV_REPLY =
      Pattern.compile("229 [^(]*\\(\\|\\|\\|(\\d{1,5})\\|\\)[^(\\d]*");
  private static final int MOST_PORT = 65_535;

  /** Argument of PORT, {@code 10,0,0,7,200,1}. */
  static Optional<FtpAddress> ofPort(String argument) {
    return sixNumbers(PORT.matcher(argument));
  }

  /** A reply to PASV that all clients read alike. */
  static Optional<FtpAddress> ofPasvReply(String line) {
    return sixNumbers(PASV_REPLY.matcher(line));
  }

  private static Optional<FtpAddress> sixNumbers(Matcher matcher) {
    if (!matcher.matches()) {
      return Optional.empty();
    }
    byte[] numbers = new byte[6];
    for (int i = 0; i < numbers.length; i++) {
      int number = Integer.parseInt(matcher.group(i + 1));
      if (number > 255) {
        return Optional.empty();
      }
      numbers[i] = (byte) number;
    }
    byte[] address = Arrays.copyOf(numbers, 4);
    int port = (numbers[4] & 0xff) << 8 | (numbers[5] & 0xff);
    try {
      return Optional.of(new FtpAddress(InetAddress.getByAddress(address), port));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** Argument of EPRT, {@code |2|2001:db8::1|4000|}. */
  static Optional<FtpAddress> ofEprt(String argument) {
    Matcher matcher = EPRT.matcher(argument);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      InetAddress address = IpLiteral.parse(matcher.group(2));
      boolean isIpv4 = address.getAddress().length == Integer.BYTES;
      return isIpv4 == matcher.group(1).equals("1")
          ? withPort(address, matcher.group(3))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A reply to EPSV that all clients read alike. */
  static Optional<FtpAddress> ofEpsvReply(String line) {
    Matcher matcher = EPSV_REPLY.matcher(line);
    return matcher.matches() ? withPort(null, matcher.group(1)) : Optional.empty();
  }

  private static Optional<FtpAddress> withPort(InetAddress address, String digits) {
    int port = Integer.parseInt(digits);
    return port > MOST_PORT ? Optional.empty() : Optional.of(new FtpAddress(address, port));
  }
}
