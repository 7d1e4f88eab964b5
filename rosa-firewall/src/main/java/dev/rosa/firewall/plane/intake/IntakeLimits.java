package dev.rosa.firewall.plane.intake;

import java.time.Duration;

/**
 * Limits on what reporters may cost. Immutable.
 *
 * @param connections most connections
 * @param connectionsPerUser most connections of a user
 * @param perSecond evidence of a user that is taken each second
 * @param burst evidence of a user that is taken at once after a pause
 * @param queue evidence that may wait for the deciding thread
 * @param toldAtStart most bans that a new connection is told, the newest
 * @param unreadLines notices that may wait for a reporter that does not read, besides those
 * @param halfLine time after which an unfinished line ends its connection
 */
public record IntakeLimits(
    int connections,
    int connectionsPerUser,
    int perSecond,
    int burst,
    int queue,
    int toldAtStart,
    int unreadLines,
    Duration halfLine) {

  /** Limits of a plane that is told no others. */
  public static IntakeLimits usual() {
    return new IntakeLimits(256, 64, 10_000, 20_000, 65_536, 4_096, 16_384, Duration.ofSeconds(10));
  }
}
