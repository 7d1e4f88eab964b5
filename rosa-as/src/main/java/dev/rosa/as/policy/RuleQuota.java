package dev.rosa.as.policy;

import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Quota of a rule: limits for the sessions and requests of its users. A rule for several users
 * should have one for each of them, so that one user cannot take all of it.
 *
 * @param maxSessions live sessions of all its users together; 0: no limit
 * @param maxSessionsPerUser live sessions of each user under it; 0: no limit
 * @param maxRequestsPerMinute service requests of all its users together; 0: no limit
 */
public record RuleQuota(int maxSessions, int maxSessionsPerUser, int maxRequestsPerMinute) {

  /** No limit. */
  public static final RuleQuota NONE = new RuleQuota(0, 0, 0);

  static final String NEGATIVE =
      "a quota is negative, expected a whole number from 0, no limit, to 2147483647";

  public RuleQuota {
    if (maxSessions < 0 || maxSessionsPerUser < 0 || maxRequestsPerMinute < 0) {
      throw new IllegalArgumentException(NEGATIVE);
    }
  }

  /** Takes one request under a rule. */
  void takeRequest(MinuteRates<Long> rates, long rule, Instant now) throws Refusal {
    if (maxRequestsPerMinute > 0 && rates.take(rule, maxRequestsPerMinute, now).isEmpty()) {
      throw Refusal.overQuota(
          AuthorizationCounts.Event.RULE_REQUESTS,
          "too many ask under rule %d, which allows %d requests a minute"
              .formatted(rule, maxRequestsPerMinute));
    }
  }

  /** Refuses if there are as many live sessions under a rule as this quota allows. */
  public void checkSessions(Handle handle, long rule, RosaId user, Instant now) throws Refusal {
    if (maxSessions > 0) {
      LiveSessions.ofRule(handle, rule, now)
          .check(
              maxSessions,
              AuthorizationCounts.Event.RULE_SESSIONS,
              "there are %d live sessions under rule "
                  + rule
                  + ", as many as it allows; one ends at %s");
    }
    if (maxSessionsPerUser > 0) {
      LiveSessions.ofUserUnderRule(handle, user, rule, now)
          .check(
              maxSessionsPerUser,
              AuthorizationCounts.Event.RULE_SESSIONS,
              user
                  + " has %d live sessions under rule "
                  + rule
                  + ", as many as it allows a user; one ends at %s");
    }
  }
}
