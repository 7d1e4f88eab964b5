package dev.rosa.firewall.plane.layer;

import java.util.List;

/**
 * Settings of the layers: interfaces, and ways by which bans are put in force. Immutable.
 *
 * @param name name of this plane on its machine, part of its tables' names: up to 15 letters,
 *     digits and underscores
 * @param interfaces names of interfaces at which packets are dropped; empty: all but loopbacks,
 *     masters (bridge, bond, team) and ROSA's own links
 * @param macs true if the MAC address of a proven source on the same link is banned, too
 * @param whenGone what happens to bans when the plane ends, also by a kill
 * @param limitPerSecond packets a second that a limited source may send, from 1
 */
public record LayerSettings(
    String name, List<String> interfaces, boolean macs, WhenGone whenGone, int limitPerSecond) {

  /** Fate of bans when the plane ends. */
  public enum WhenGone {
    /** Bans stay in force until their end. */
    KEEP,
    /** Bans end with the plane. */
    LIFT
  }

  public LayerSettings {
    interfaces = List.copyOf(interfaces);
  }
}
