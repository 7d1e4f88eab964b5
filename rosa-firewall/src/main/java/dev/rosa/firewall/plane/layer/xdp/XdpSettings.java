package dev.rosa.firewall.plane.layer.xdp;

/**
 * Settings of XDP. Immutable.
 *
 * @param mode whether it is
 * @param most most bans in its maps of each family; those beyond are in force behind it
 */
public record XdpSettings(Mode mode, int most) {

  /** Choice of interfaces with XDP. */
  public enum Mode {
    /** At no interface. */
    OFF,
    /** At interfaces where it was found cheaper. */
    AUTO,
    /** At each interface that lets it; in generic mode where the driver has no native one. */
    ON
  }
}
