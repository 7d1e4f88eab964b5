package dev.rosa.proxy.url;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.stream.AsciiBytes;

/**
 * Host of a URL in its normal form: lower case, no dot at its end. An IPv4 address is four plain
 * numbers; forms such as {@code 0x7f.1} are refused. An IPv6 address is in brackets, in Java's
 * spelling. One object is used again and again; only IPv6 allocates. Owned by one thread.
 */
final class HostForm {
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_IPV6 = 41;

  final byte[] bytes = new byte[LONGEST_NAME + 1];
  int length;

  /** Takes over another. */
  void copy(HostForm other) {
    length = other.length;
    System.arraycopy(other.bytes, 0, bytes, 0, length);
  }

  UrlFault set(byte[] from, int begin, int end) {
    length = 0;
    if (begin < end && from[begin] == '[') {
      return setIpv6(from, begin, end);
    }
    int last = end > begin && from[end - 1] == '.' ? end - 1 : end;
    if (last - begin < 1 || last - begin > LONGEST_NAME) {
      return UrlFault.BAD_HOST;
    }
    for (int at = begin; at < last; at++) {
      byte b = AsciiBytes.lower(from[at]);
      if (!isOfName(b)) {
        return UrlFault.BAD_HOST;
      }
      bytes[length++] = b;
    }
    return checkLabels();
  }

  private static boolean isOfName(byte b) {
    return AsciiBytes.isLetter(b) || AsciiBytes.isDigit(b) || b == '-' || b == '.' || b == '_';
  }

  private UrlFault checkLabels() {
    int labelBegin = 0;
    for (int at = 0; at <= length; at++) {
      if (at == length || bytes[at] == '.') {
        if (at == labelBegin || at - labelBegin > LONGEST_LABEL) {
          return UrlFault.BAD_HOST;
        }
        if (at < length) {
          labelBegin = at + 1;
        }
      }
    }
    return looksLikeNumber(labelBegin) && !isIpv4() ? UrlFault.BAD_HOST : null;
  }

  /** A last label of digits, or 0x and hexadecimal ones, makes resolvers read an address. */
  private boolean looksLikeNumber(int begin) {
    boolean isHexadecimal = length - begin >= 2 && bytes[begin] == '0' && bytes[begin + 1] == 'x';
    for (int at = isHexadecimal ? begin + 2 : begin; at < length; at++) {
      boolean fits =
          isHexadecimal ? AsciiBytes.hexDigit(bytes[at]) >= 0 : AsciiBytes.isDigit(bytes[at]);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private boolean isIpv4() {
    int parts = 0;
    int begin = 0;
    for (int at = 0; at <= length; at++) {
      if (at == length || bytes[at] == '.') {
        long number = AsciiBytes.number(bytes, begin, at);
        if (number < 0 || number > 255) {
          return false;
        }
        parts++;
        begin = at + 1;
      }
    }
    return parts == 4;
  }

  private UrlFault setIpv6(byte[] from, int begin, int end) {
    if (from[end - 1] != ']' || end - begin > LONGEST_IPV6 + 6) {
      return UrlFault.BAD_HOST;
    }
    try {
      String address = IpLiteral.parse(AsciiBytes.text(from, begin + 1, end - 1)).getHostAddress();
      // Java reads ::ffff:10.0.0.1 as IPv4: a second spelling of another host.
      if (address.indexOf(':') < 0) {
        return UrlFault.BAD_HOST;
      }
      byte[] text = AsciiBytes.of("[" + address + "]");
      System.arraycopy(text, 0, bytes, 0, text.length);
      length = text.length;
      return null;
    } catch (IllegalArgumentException e) {
      return UrlFault.BAD_HOST;
    }
  }
}
