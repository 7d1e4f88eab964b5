package dev.rosa.firewall.plane.operator;

import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Addresses of hosts by their names.
 *
 * @param resolver finds the addresses of a name
 */
record HostNames(Resolver resolver) {

  private static final Pattern NAME =
      Pattern.compile("(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?(\\.[A-Za-z0-9_-]+)*");

  /** Only digits and dots: an address that is wrong. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

  /** Finder of a name's addresses. */
  interface Resolver {
    InetAddress[] find(String name) throws UnknownHostException;
  }

  /** Names as this machine resolves them. */
  static HostNames ofSystem() {
    return new HostNames(InetAddress::getAllByName);
  }

  /** True if a text that is no source can be a host's name. */
  static boolean isName(String text) {
    return NAME.matcher(text).matches() && !NUMBERS.matcher(text).matches();
  }

  /**
   * All addresses of a host.
   *
   * @throws IOException in one line if the name is not known
   */
  List<Source> addresses(String name) throws IOException {
    try {
      return Arrays.stream(resolver.find(name)).map(Source::of).distinct().sorted().toList();
    } catch (UnknownHostException e) {
      throw new IOException(name + ": no address is known for this name", e);
    }
  }
}
