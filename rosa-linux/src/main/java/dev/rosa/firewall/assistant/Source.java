package dev.rosa.firewall.assistant;

/**
 * Diverted interface as it is now: an interface of the plan, some of whose packets go to the role.
 * Immutable.
 *
 * @param number its place in the plan, from 1: packets carry it to the role and back
 * @param configured the name that the plan has
 * @param device the name that it has now; the configured one if it is not there
 * @param index the kernel's; 0: it is not there
 * @param usable whether its packets can be diverted and come back
 */
public record Source(int number, String configured, String device, int index, boolean usable) {

  /** True if there is an interface of its name now. */
  public boolean isThere() {
    return index != 0;
  }
}
