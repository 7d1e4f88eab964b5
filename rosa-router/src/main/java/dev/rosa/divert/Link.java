package dev.rosa.divert;

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
 */
record Link(
    String name, int index, boolean up, int mtuBytes, String type, String mac, String alias) {

  static final String ETHERNET = "ether";

  /** Whether frames on it begin with an Ethernet header. */
  boolean isEthernet() {
    return type.equals(ETHERNET);
  }
}
