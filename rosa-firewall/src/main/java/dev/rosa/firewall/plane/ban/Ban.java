package dev.rosa.firewall.plane.ban;

/**
 * Ban of a source until a time. Immutable.
 *
 * @param source the source that is banned
 * @param action what happens to its packets
 * @param startMillis when it began, Unix time in milliseconds
 * @param endMillis when it ends, Unix time in milliseconds
 * @param reason why, for the operator; printable
 */
public record Ban(Source source, Action action, long startMillis, long endMillis, String reason) {

  /** Treatment of a source's packets. */
  public enum Action {
    /** All of them are dropped. */
    DROP,

    /** Those beyond a rate are dropped: the source's address is not proven. */
    LIMIT
  }
}
