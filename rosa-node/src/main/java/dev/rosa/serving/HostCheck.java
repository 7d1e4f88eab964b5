package dev.rosa.serving;

import dev.rosa.config.HostPort;
import dev.rosa.config.IpLiteral;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check of an HTTP request's {@code Host} against DNS rebinding: any literal address, {@code
 * localhost} and the server's own names pass. A web page whose author points another name at this
 * server's address (DNS rebinding) asks for that name. Immutable.
 */
final class HostCheck {

  /** RFC 9110 §7.2: {@code uri-host [":" port]}. */
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9_.-]{1,255}))(?::\\d{0,5})?");

  private final Set<String> names = new HashSet<>(Set.of("localhost"));

  /**
   * Knows an address's host and further names.
   *
   * @param listen where the server listens; its host, if it is a name, may be asked for
   */
  HostCheck(HostPort listen, Set<String> further) {
    names.add(plain(listen.host()));
    further.forEach(name -> names.add(plain(name)));
  }

  /**
   * Tells whether a request with these {@code Host} fields is for this host: exactly one, and
   * right.
   */
  boolean allows(List<String> hosts) {
    if (hosts.size() != 1) {
      return false;
    }
    Matcher host = FORM.matcher(hosts.get(0));
    if (!host.matches()) {
      return false;
    }
    return host.group(1) != null
        ? isAddress(host.group(1))
        : isAddress(host.group(2)) || names.contains(plain(host.group(2)));
  }

  private static boolean isAddress(String text) {
    try {
      IpLiteral.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Names have no case, and may end with the root's dot. */
  private static String plain(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
