package dev.rosa.as.policy;

import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Quota of each user over all rules: limits for live sessions and for requests a minute.
 *
 * @param maxSessions sessions at a time whose SET has not come; 0: no limit
 * @param maxRequestsPerMinute service requests and joins; 0: no limit
 */
public record Quota(int maxSessions, int maxRequestsPerMinute) {

  /** No limit. */
  public static final Quota NONE = new Quota(0, 0);

  public Quota {
    if (maxSessions < 0 || maxRequestsPerMinute < 0) {
      throw new IllegalArgumentException(RuleQuota.NEGATIVE);
    }
  }

  /** Takes one request of a user. */
  void takeRequest(MinuteRates<RosaId> rates, RosaId user, Instant now) throws Refusal {
    if (maxRequestsPerMinute > 0 && rates.take(user, maxRequestsPerMinute, now).isEmpty()) {
      throw Refusal.overQuota(
          AuthorizationCounts.Event.USER_REQUESTS,
          "%s asks too often, this server allows a user %d requests a minute"
              .formatted(user, maxRequestsPerMinute));
    }
  }

  /** Refuses if a user has as many live sessions as this quota allows. */
  public void checkSessions(Handle handle, RosaId user, Instant now) throws Refusal {
    if (maxSessions > 0) {
      LiveSessions.ofUser(handle, user, now)
          .check(
              maxSessions,
              AuthorizationCounts.Event.USER_SESSIONS,
              user + " has %d live sessions, as many as this server allows a user; one ends at %s");
    }
  }
}
