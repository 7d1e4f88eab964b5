package dev.rosa.as;

import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/**
 * Limits of a user, or of all users under a rule.
 *
 * @param maxSessions sessions at a time whose SET has not come; 0: no limit
 * @param maxRequestsPerMinute service requests and joins; 0: no limit
 */
record Quota(int maxSessions, int maxRequestsPerMinute) {

  /** No limit. */
  static final Quota NONE = new Quota(0, 0);

  Quota {
    if (maxSessions < 0 || maxRequestsPerMinute < 0) {
      throw new IllegalArgumentException(
          "a quota is negative, expected a whole number from 0, no limit, to 2147483647");
    }
  }

  /** Takes one request of a user. */
  void takeRequest(MinuteRates<RosaId> rates, RosaId user, Instant now) throws Refusal {
    if (maxRequestsPerMinute > 0) {
      taken(
          rates.take(user, maxRequestsPerMinute, now),
          AuthorizationCounts.Event.USER_REQUESTS,
          user + " asks too often, this server allows a user %d requests a minute");
    }
  }

  /** Takes one request under a rule. */
  void takeRequest(MinuteRates<Long> rates, long rule, Instant now) throws Refusal {
    if (maxRequestsPerMinute > 0) {
      taken(
          rates.take(rule, maxRequestsPerMinute, now),
          AuthorizationCounts.Event.RULE_REQUESTS,
          "too many ask under rule " + rule + ", which allows %d requests a minute");
    }
  }

  private void taken(OptionalLong taken, AuthorizationCounts.Event event, String sentence)
      throws Refusal {
    if (taken.isEmpty()) {
      throw Refusal.overQuota(event, sentence.formatted(maxRequestsPerMinute));
    }
  }

  /** Refuses if a user has as many live sessions as this quota allows. */
  void checkSessions(Handle handle, RosaId user, Instant now) throws Refusal {
    if (maxSessions > 0) {
      live(handle, "caller", user.toString(), now)
          .check(
              maxSessions,
              AuthorizationCounts.Event.USER_SESSIONS,
              user + " has %d live sessions, as many as this server allows a user; one ends at %s");
    }
  }

  /** Refuses if there are as many live sessions under a rule as this quota allows. */
  void checkSessions(Handle handle, long rule, Instant now) throws Refusal {
    if (maxSessions > 0) {
      live(handle, "rule", rule, now)
          .check(
              maxSessions,
              AuthorizationCounts.Event.RULE_SESSIONS,
              "there are %d live sessions under rule "
                  + rule
                  + ", as many as it allows; one ends at %s");
    }
  }

  /** Live sessions, and the SET of the one that ends first. */
  private record Live(long count, long firstEnd) {
    void check(int max, AuthorizationCounts.Event event, String sentence) throws Refusal {
      if (count >= max) {
        throw Refusal.overQuota(event, sentence.formatted(count, Instant.ofEpochSecond(firstEnd)));
      }
    }
  }

  private static Live live(Handle handle, String column, Object value, Instant now) {
    return handle
        .createQuery(
            "SELECT COUNT(*) AS live, MIN(set_) AS first_end FROM sessions WHERE <column> = :value"
                + " AND set_ > :now")
        .define("column", column)
        .bind("value", value)
        .bind("now", now.getEpochSecond())
        .map((row, context) -> new Live(row.getLong("live"), row.getLong("first_end")))
        .one();
  }
}
