package dev.rosa.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Route by which packets with a mark are for this machine, with any destination: a rule and a table
 * with one route, for IPv4, and for IPv6 where this machine has it. Immutable.
 *
 * @param mark a bit of packets' marks
 * @param table number of the routing table, which is the owner's alone
 */
public record MarkedRoute(int mark, int table) {

  private static final String LOOPBACK = "lo";
  private static final String IPV4 = "-4";
  private static final String IPV6 = "-6";

  /**
   * Makes what is missing of it.
   *
   * @return whether anything was missing
   */
  public boolean fit(Kernel kernel) throws IOException {
    boolean isMade = false;
    for (String family : families(kernel)) {
      if (!kernel.shown(route(family, "show")).contains("default")) {
        addRoute(kernel, family);
        isMade = true;
      }
      if (kernel.shown(rule(family, "show")).isBlank()) {
        kernel.ip(rule(family, "add"));
        isMade = true;
      }
    }
    return isMade;
  }

  private void addRoute(Kernel kernel, String family) throws IOException {
    try {
      kernel.ip(arguments(route(family, "add"), "local", "default", "dev", LOOPBACK));
    } catch (IOException e) {
      if (kernel.links().stream().anyMatch(link -> link.name().equals(LOOPBACK) && !link.up())) {
        throw new IOException("the link lo is down, expected it up: ip link set lo up", e);
      }
      throw e;
    }
  }

  /** Tells whether any part of it is there. */
  public boolean isThere(Kernel kernel) throws IOException {
    for (String family : families(kernel)) {
      if (!kernel.shown(rule(family, "show")).isBlank()
          || kernel.shown(route(family, "show")).contains("default")) {
        return true;
      }
    }
    return false;
  }

  /** Takes away what is there of it. */
  public void remove(Kernel kernel) throws IOException {
    for (String family : families(kernel)) {
      if (!kernel.shown(rule(family, "show")).isBlank()) {
        kernel.ip(rule(family, "del"));
      }
      if (kernel.shown(route(family, "show")).contains("default")) {
        kernel.ip(arguments(route(family, "del"), "local", "default", "dev", LOOPBACK));
      }
    }
  }

  private static List<String> families(Kernel kernel) throws IOException {
    List<String> families = new ArrayList<>(List.of(IPV4));
    if (kernel.setting("ipv6/conf/lo/disable_ipv6").filter("0"::equals).isPresent()) {
      families.add(IPV6);
    }
    return families;
  }

  private String[] rule(String family, String action) {
    String bit = "0x%1$x/0x%1$x".formatted(mark);
    return new String[] {family, "rule", action, "fwmark", bit, "lookup", Integer.toString(table)};
  }

  private String[] route(String family, String action) {
    return new String[] {family, "route", action, "table", Integer.toString(table)};
  }

  private static String[] arguments(String[] begin, String... more) {
    return Stream.concat(Stream.of(begin), Stream.of(more)).toArray(String[]::new);
  }
}
