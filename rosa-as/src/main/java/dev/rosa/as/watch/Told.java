package dev.rosa.as.watch;

import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;

/**
 * Standing of a session, as its holder is told.
 *
 * @param ended routers drop its packets
 */
record Told(SessionStanding standing, StandingReason reason, boolean ended) {

  static final Told CURRENT =
      new Told(SessionStanding.CURRENT, StandingReason.STANDING_REASON_UNSPECIFIED, false);

  static final Told NOT_KNOWN = renew(StandingReason.NOT_KNOWN);

  static Told renew(StandingReason reason) {
    return new Told(SessionStanding.RENEW, reason, false);
  }

  /** Routers drop its packets, and another session can be had. */
  static Told renewEnded(StandingReason reason) {
    return new Told(SessionStanding.RENEW, reason, true);
  }

  /** It was revoked by itself, or with its user or code. */
  static Told revoked(StandingReason reason) {
    return new Told(SessionStanding.VOID, reason, true);
  }

  boolean isRenewal() {
    return standing == SessionStanding.RENEW;
  }

  SessionNotice notice(long session) {
    return SessionNotice.newBuilder()
        .setSession(session)
        .setStanding(standing)
        .setReason(reason)
        .setEnded(ended)
        .build();
  }
}
