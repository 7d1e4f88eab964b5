package dev.rosa.firewall.plane.policy;

import dev.rosa.firewall.plane.ban.Source;

/**
 * Offences of a source that was banned before. Immutable.
 *
 * @param source the source
 * @param count bans that are not forgotten
 * @param endMillis when the last ban ends or ended, on the policy's clock
 */
public record Offence(Source source, int count, long endMillis) {

  /** The offences that are left: each is forgotten a time after the last ban's end. */
  int left(long nowMillis, long forgetMillis) {
    long passed = Math.max(0, nowMillis - endMillis);
    return (int) Math.max(0, count - passed / forgetMillis);
  }
}
