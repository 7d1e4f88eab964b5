package dev.rosa.as.policy;

import dev.rosa.identity.RosaId;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Count of a user's or rule's sessions that have not ended (SET), which quotas limit.
 *
 * @param count how many there are
 * @param firstEnd SET of the one that ends first, Unix seconds; 0 if there is none
 */
record LiveSessions(long count, long firstEnd) {

  private static final String SELECT =
      "SELECT COUNT(*) AS live, MIN(set_) AS first_end FROM sessions WHERE set_ > :now AND ";

  static LiveSessions ofUser(Handle handle, RosaId user, Instant now) {
    return counted(
        handle.createQuery(SELECT + "caller = :user").bind("user", user.toString()), now);
  }

  static LiveSessions ofRule(Handle handle, long rule, Instant now) {
    return counted(handle.createQuery(SELECT + "rule = :rule").bind("rule", rule), now);
  }

  static LiveSessions ofUserUnderRule(Handle handle, RosaId user, long rule, Instant now) {
    return counted(
        handle
            .createQuery(SELECT + "rule = :rule AND caller = :user")
            .bind("rule", rule)
            .bind("user", user.toString()),
        now);
  }

  private static LiveSessions counted(Query query, Instant now) {
    return query
        .bind("now", now.getEpochSecond())
        .map((row, context) -> new LiveSessions(row.getLong("live"), row.getLong("first_end")))
        .one();
  }

  /**
   * Refuses one more.
   *
   * @param sentence with places for the count and the time at which one ends
   */
  void check(int max, AuthorizationCounts.Event event, String sentence) throws Refusal {
    if (count >= max) {
      throw Refusal.overQuota(event, sentence.formatted(count, Instant.ofEpochSecond(firstEnd)));
    }
  }
}
