package dev.rosa.as.state;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.RuleBook;
import dev.rosa.domainstate.Revoked;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Revocation of sessions: one, many, or those of a rule. Up to 1,000 are one transaction with one
 * row of the audit log. A session that is not known here may be from before a restore; it is
 * revoked until the latest end that a session can have. Thread-safe.
 */
public final class SessionRevocations {

  /** Sessions of one transaction. */
  static final int AT_ONCE = 1_000;

  /**
   * Result of an act.
   *
   * @param revoked sessions that are revoked now and were not before
   * @param unknown those of them that are not known here
   * @param before sessions that were revoked before
   * @param ended sessions whose time is over
   * @param left sessions that the act would have revoked, if it took more at once
   */
  public record Done(long revoked, long unknown, long before, long ended, long left) {

    private static final Done NOTHING = new Done(0, 0, 0, 0, 0);

    private Done and(Done other) {
      return new Done(
          revoked + other.revoked,
          unknown + other.unknown,
          before + other.before,
          ended + other.ended,
          left + other.left);
    }
  }

  private final Storage storage;
  private final RuleBook rules;
  private final AdministrationRecord acts;
  private final DomainPolicy policy;

  public SessionRevocations(
      Storage storage, RuleBook rules, AdministrationRecord acts, DomainPolicy policy) {
    this.storage = storage;
    this.rules = rules;
    this.acts = acts;
    this.policy = policy;
  }

  /**
   * Revokes sessions.
   *
   * @param progress is told how many of them are done, after each transaction
   */
  public Done revoke(List<Long> sessions, LongConsumer progress) {
    return revoke(sessions, Optional.empty(), progress);
  }

  private Done revoke(List<Long> sessions, Optional<Long> rule, LongConsumer progress) {
    Done all = Done.NOTHING;
    for (int first = 0; first < sessions.size(); first += AT_ONCE) {
      List<Long> some = sessions.subList(first, Math.min(first + AT_ONCE, sessions.size()));
      all = all.and(storage.inTransaction(handle -> revoke(handle, some, rule)));
      progress.accept(first + some.size());
    }
    return all;
  }

  /**
   * Removes a rule, and revokes its sessions; the sessions alone if it was removed before.
   *
   * @param most sessions that are revoked; the others are left
   * @throws AdministrationException if there is neither the rule nor a running session of it
   */
  public Done revokeRule(long id, int most, LongConsumer progress) throws AdministrationException {
    Optional<Rule> rule = storage.inTransaction(handle -> remove(handle, id));
    Map<Boolean, List<Long>> running = storage.withHandle(handle -> running(handle, id));
    List<Long> before = running.get(true);
    List<Long> others = running.get(false);
    if (rule.isEmpty() && before.isEmpty() && others.isEmpty()) {
      throw new AdministrationException("rule " + id + " does not exist, and has no sessions");
    }
    int count = Math.min(most, others.size());
    return revoke(others.subList(0, count), Optional.of(id), progress)
        .and(new Done(0, 0, before.size(), 0, others.size() - count));
  }

  private Optional<Rule> remove(Handle handle, long id) {
    Optional<Rule> rule = rules.find(handle, id);
    rule.ifPresent(found -> rules.delete(handle, found));
    return rule;
  }

  /** By whether they were revoked before. */
  private Map<Boolean, List<Long>> running(Handle handle, long rule) {
    return handle
        .createQuery(
            "SELECT s.session, r.session IS NOT NULL FROM sessions s"
                + " LEFT JOIN revocations r ON r.session = s.session"
                + " WHERE s.rule = :rule AND s.set_ >= :running")
        .bind("rule", rule)
        .bind("running", acts.clock().instant().minus(policy.longestAfterSet()).getEpochSecond())
        .map((row, context) -> Map.entry(row.getBoolean(2), row.getLong(1)))
        .list()
        .stream()
        .collect(
            Collectors.partitioningBy(
                Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  private Done revoke(Handle handle, List<Long> asked, Optional<Long> rule) {
    Instant now = acts.clock().instant();
    Set<Long> sessions = new HashSet<>(asked);
    int different = sessions.size();
    sessions.removeAll(revokedBefore(handle, sessions));
    int left = sessions.size();
    Map<Long, Long> ends = ends(handle, sessions);
    sessions.removeIf(session -> ends.getOrDefault(session, latestEnd(now)) < now.getEpochSecond());
    if (!sessions.isEmpty()) {
      insert(handle, entries(sessions, ends, rule, now), now);
    }
    long unknown = sessions.stream().filter(session -> !ends.containsKey(session)).count();
    return new Done(sessions.size(), unknown, different - left, left - sessions.size(), 0);
  }

  private List<RevocationTable.Entry> entries(
      Set<Long> sessions, Map<Long, Long> ends, Optional<Long> rule, Instant now) {
    List<RevocationTable.Entry> entries = new ArrayList<>(sessions.size());
    for (long session : sessions.stream().sorted(Long::compareUnsigned).toList()) {
      long end = RevocationTable.end(ends.getOrDefault(session, latestEnd(now)));
      Revoked revoked = new Revoked(new Revoked.Session(session), end);
      entries.add(new RevocationTable.Entry(revoked, "", rule));
    }
    return entries;
  }

  private void insert(Handle handle, List<RevocationTable.Entry> entries, Instant now) {
    long first = RevocationTable.insert(handle, entries, now);
    acts.record(handle, "revoke session", "", text(first, entries));
  }

  private static String text(long first, List<RevocationTable.Entry> entries) {
    return "from serial %d: ".formatted(first)
        + entries.stream().map(SessionRevocations::number).collect(Collectors.joining(" "));
  }

  private static String number(RevocationTable.Entry entry) {
    return Long.toHexString(((Revoked.Session) entry.revoked().subject()).number());
  }

  private static Set<Long> revokedBefore(Handle handle, Set<Long> sessions) {
    return Set.copyOf(
        handle
            .createQuery("SELECT session FROM revocations WHERE session IN (<sessions>)")
            .bindList("sessions", List.copyOf(sessions))
            .mapTo(Long.class)
            .list());
  }

  /** Ends of the sessions that are known: routers take packets for a while after SET. */
  private Map<Long, Long> ends(Handle handle, Set<Long> sessions) {
    if (sessions.isEmpty()) {
      return Map.of();
    }
    return handle
        .createQuery("SELECT session, set_ FROM sessions WHERE session IN (<sessions>)")
        .bindList("sessions", List.copyOf(sessions))
        .map((row, context) -> Map.entry(row.getLong(1), row.getLong(2)))
        .list()
        .stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                known -> known.getValue() + policy.longestAfterSet().toSeconds()));
  }

  private long latestEnd(Instant now) {
    return now.plus(policy.longestFromRequest()).getEpochSecond();
  }
}
