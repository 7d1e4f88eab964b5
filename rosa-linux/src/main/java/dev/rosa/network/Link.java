package dev.rosa.network;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * A network interface as the kernel has it now.
 *
 * @param name its name, up to 15 bytes
 * @param index its number; another interface of that name has another one
 * @param up whether it is up, as far as the administrator goes
 * @param mtuBytes longest IP packet
 * @param mac its address as text; empty if it has none
 * @param type what it is, as {@code ip} says it
 * @param alias what was written on it; empty: nothing
 * @param master kind and name of what it is a port of, such as {@code bridge br0}; empty: it is
 *     none's
 * @param kind of a virtual interface, such as {@code macvlan}; empty: it says none
 * @param lower name of the interface that it is stacked on, or of the other end of a pair; empty:
 *     none of this network namespace
 */
public record Link(
    String name,
    int index,
    boolean up,
    int mtuBytes,
    String type,
    String mac,
    String alias,
    String master,
    String kind,
    String lower) {

  public static final String ETHERNET = "ether";

  /** The kernel stacks no more on each other. */
  private static final int MOST_MASTERS = 8;

  /** Masters that leave packets to IP, as having come in on the interface or on themselves. */
  private static final Set<String> LEAVE_PACKETS = Set.of("vrf", "bond", "team");

  /** True if it has a master. */
  public boolean isPort() {
    return !master.isEmpty();
  }

  /** True if packets that are handed to it are worked on as IP packets that came in on it. */
  private boolean keepsItsPackets() {
    return !isPort() || LEAVE_PACKETS.contains(master.split(" ")[0]);
  }

  /**
   * The master that takes packets which are handed to it: its own, or that of one that leaves them.
   *
   * @param links all that are there, by name
   * @return kind and name, such as {@code bridge br0}; empty: nothing does
   */
  public String taker(Map<String, Link> links) {
    Link at = this;
    for (int i = 0; i < MOST_MASTERS && at != null; i++) {
      if (!at.keepsItsPackets()) {
        return at.master;
      }
      at = at.isPort() ? links.get(nameOf(at.master)) : null;
    }
    return "";
  }

  private static String nameOf(String master) {
    return master.substring(master.indexOf(' ') + 1);
  }

  /**
   * Refuses what is a port of something else.
   *
   * @param otherwise what cannot be then; {@code %s} is its name
   * @param links all that are there, by name
   */
  public void requireOwnPackets(String otherwise, Map<String, Link> links) throws IOException {
    String taker = taker(links);
    if (!taker.isEmpty()) {
      String way = taker.equals(master) ? master : master + ", and that of " + taker;
      throw new IOException(
          otherwise.formatted(name)
              + ": it is a port of %s, expected %s itself".formatted(way, nameOf(taker)));
    }
  }

  /**
   * Refuses what has no Ethernet header.
   *
   * @param otherwise what cannot be then; {@code %s} is its name
   */
  public void requireEthernet(String otherwise) throws IOException {
    if (!type.equals(ETHERNET)) {
      throw new IOException(
          otherwise.formatted(name)
              + ": its link type is '%s', expected Ethernet ('ether')".formatted(type));
    }
  }
}
