package dev.rosa.firewall.divert;

import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import java.io.IOException;

/**
 * The kernel's reverse-path test of IPv4 source addresses ({@code rp_filter}, RFC 3704), as a rule
 * in front of the diversion. A copy of an active packet that arrives where the kernel would drop it
 * must not be worked on. It would use up its sequence number, and the genuine packet would be a
 * replay. The kernel's setting of all interfaces and the interface's own one apply, the higher one
 * of both.
 */
enum ReversePath {
  /** Every packet passes. */
  UNTESTED(""),
  /** A route to the source must leave by this interface. */
  STRICT("meta protocol ip fib saddr . iif oif missing"),
  /** A route to the source must exist. */
  LOOSE("meta protocol ip fib saddr oif missing");

  private static final String SETTING = "ipv4/conf/%s/%s";

  private final String match;

  ReversePath(String match) {
    this.match = match;
  }

  /** The match of packets that the kernel is going to drop; empty: there are none. */
  String match() {
    return match;
  }

  /**
   * The kernel's test at an interface. It is {@link #UNTESTED} also where no match can ask as the
   * kernel does, and would find genuine packets: at ports, whose master is tested, and where local
   * sources or marks count.
   */
  static ReversePath of(Kernel kernel, Link link) throws IOException {
    if (link.isPort()
        || setting(kernel, link, "accept_local") > 0
        || setting(kernel, link, "src_valid_mark") > 0) {
      return UNTESTED;
    }
    return switch (setting(kernel, link, "rp_filter")) {
      case 0 -> UNTESTED;
      case 1 -> STRICT;
      default -> LOOSE;
    };
  }

  private static int setting(Kernel kernel, Link link, String name) throws IOException {
    return Math.max(value(kernel, "all", name), value(kernel, link.name(), name));
  }

  private static int value(Kernel kernel, String interfaceName, String name) throws IOException {
    return Integer.parseInt(kernel.setting(SETTING.formatted(interfaceName, name)).orElse("0"));
  }
}
