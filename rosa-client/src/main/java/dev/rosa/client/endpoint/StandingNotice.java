package dev.rosa.client.endpoint;

import dev.rosa.control.v1.SessionNotice;
import dev.rosa.control.v1.SessionStanding;
import dev.rosa.control.v1.StandingReason;

/**
 * Standing of a session, as the Authorization Server tells its holder.
 *
 * @param ended routers drop its packets
 * @param spreadMillis a Source waits a random part of this time before it renews
 */
record StandingNotice(
    long session,
    SessionStanding standing,
    StandingReason reason,
    boolean ended,
    long spreadMillis) {

  /** The server's own limit: a longer time is not kept to. */
  private static final long MOST_SPREAD_MILLIS = 60_000;

  /** Notices of the sessions that an endpoint holds. Owned by the endpoint's thread. */
  interface Feed extends AutoCloseable {

    /** Asks for the standing of a session, now and whenever it changes. */
    void hold(long session);

    /** Asks no more. */
    void leave(long session);

    /** A notice that was not taken yet, or null; of one session the newest only. */
    StandingNotice poll();

    @Override
    void close();
  }

  static StandingNotice of(SessionNotice notice, int spreadMillis) {
    long spread = Math.min(Integer.toUnsignedLong(spreadMillis), MOST_SPREAD_MILLIS);
    return new StandingNotice(
        notice.getSession(), notice.getStanding(), notice.getReason(), notice.getEnded(), spread);
  }

  boolean isVoid() {
    return standing == SessionStanding.VOID;
  }

  boolean isRenewal() {
    return standing == SessionStanding.RENEW;
  }

  /** The reason as the end of a sentence. */
  String text() {
    return switch (reason) {
      case SESSION_REVOKED -> "it was revoked";
      case USER_REVOKED -> "its user was revoked";
      case CODE_REVOKED -> "its code was revoked";
      case RULE_REVOKED -> "its rule was revoked";
      case RULE_REMOVED -> "its rule was removed";
      case CODE_REPLACED -> "its code was replaced";
      case EPOCH_REPLACED -> "its code has a new secret";
      case EPOCH_REVOKED -> "its code's secret was revoked";
      case NOT_KNOWN -> "the server does not know it";
      case STANDING_REASON_UNSPECIFIED, UNRECOGNIZED -> "the server gave no reason";
    };
  }
}
