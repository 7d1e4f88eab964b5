package dev.rosa.as.records;

import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.wire.active.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/**
 * Table of the rules that allow sessions, in the order in which they are tried: those of the
 * configuration first. Thread-safe.
 */
public final class RuleBook {
  private static final RowMapper<Rule> ROW =
      (row, context) ->
          new Rule(
              row.getLong("id"),
              row.getString("user_name"),
              row.getString("code_name"),
              row.getString("source"),
              row.getString("destination"),
              Duration.ofSeconds(row.getLong("max_window_seconds")),
              Grant.ofBits(row.getLong("grant_bits")),
              new RuleQuota(
                  row.getInt("max_sessions"),
                  row.getInt("max_sessions_per_user"),
                  row.getInt("max_requests_per_minute")),
              Origin.ofStoredName(row.getString("origin")));

  private final Storage storage;
  private final AdministrationRecord acts;

  public RuleBook(Storage storage, AdministrationRecord acts) {
    this.storage = storage;
    this.acts = acts;
  }

  public List<Rule> list() {
    return storage.withHandle(RuleBook::list);
  }

  static List<Rule> list(Handle handle) {
    return handle
        .createQuery("SELECT * FROM rules ORDER BY origin = 'admin', position, id")
        .map(ROW)
        .list();
  }

  /** Adds a rule and returns its id. */
  public long add(Rule rule) {
    return storage.inTransaction(
        handle -> {
          long id = insert(handle, rule, 0);
          acts.record(handle, "rule add", "", text(id, rule));
          return id;
        });
  }

  private static long insert(Handle handle, Rule rule, int position) {
    return handle
        .createUpdate(
            "INSERT INTO rules (user_name, code_name, source, destination, max_window_seconds,"
                + " grant_bits, max_sessions, max_sessions_per_user, max_requests_per_minute,"
                + " position, origin) VALUES (:user, :code, :source, :destination, :window, :grant,"
                + " :sessions, :sessionsPerUser, :requests, :position, :origin)")
        .bind("user", rule.user())
        .bind("code", rule.code())
        .bind("source", rule.source())
        .bind("destination", rule.destination())
        .bind("window", rule.maxWindow().toSeconds())
        .bind("grant", rule.grant().bits())
        .bind("sessions", rule.quota().maxSessions())
        .bind("sessionsPerUser", rule.quota().maxSessionsPerUser())
        .bind("requests", rule.quota().maxRequestsPerMinute())
        .bind("position", position)
        .bind("origin", rule.origin().storedName())
        .executeAndReturnGeneratedKeys("id")
        .mapTo(Long.class)
        .one();
  }

  /**
   * Makes these, in this order, the rules of the configuration. One that was there keeps its id,
   * and with it its live sessions.
   */
  public void configure(Handle handle, List<Rule> declared) {
    List<Rule> before =
        new ArrayList<>(
            handle
                .createQuery("SELECT * FROM rules WHERE origin = 'config' ORDER BY position, id")
                .map(ROW)
                .list());
    for (int i = 0; i < declared.size(); i++) {
      Rule rule = declared.get(i);
      Optional<Rule> same = before.stream().filter(rule::allowsTheSameAs).findFirst();
      if (same.isPresent()) {
        before.remove(same.get());
        update(handle, same.get().id(), rule.quota(), i);
      } else {
        insert(handle, rule, i);
      }
    }
    before.forEach(gone -> handle.execute("DELETE FROM rules WHERE id = ?", gone.id()));
  }

  private static void update(Handle handle, long id, RuleQuota quota, int position) {
    handle.execute(
        "UPDATE rules SET max_sessions = ?, max_sessions_per_user = ?, max_requests_per_minute = ?,"
            + " position = ? WHERE id = ?",
        quota.maxSessions(),
        quota.maxSessionsPerUser(),
        quota.maxRequestsPerMinute(),
        position,
        id);
  }

  /** Removes a rule that was added by command. */
  public void remove(long id) throws AdministrationException {
    Rule rule =
        storage
            .withHandle(handle -> find(handle, id))
            .orElseThrow(() -> new AdministrationException("rule " + id + " does not exist"));
    if (rule.origin() == Origin.CONFIG) {
      throw new AdministrationException(
          "rule " + id + " is declared in the configuration, remove it there");
    }
    storage.useTransaction(handle -> delete(handle, rule));
  }

  /** The rule with an id. */
  public Optional<Rule> find(Handle handle, long id) {
    return handle
        .createQuery("SELECT * FROM rules WHERE id = :id")
        .bind("id", id)
        .map(ROW)
        .findOne();
  }

  /** Removes a rule, also one that the configuration declares. */
  public void delete(Handle handle, Rule rule) {
    handle.execute("DELETE FROM rules WHERE id = ?", rule.id());
    acts.record(handle, "rule remove", text(rule.id(), rule), "");
  }

  private static String text(long id, Rule rule) {
    return "rule %d: user=%s code=%s from=%s to=%s max-window=%ds packets-per-second=%s"
            .formatted(
                id,
                rule.user(),
                rule.code(),
                rule.source(),
                rule.destination(),
                rule.maxWindow().toSeconds(),
                Integer.toUnsignedString(rule.grant().packetsPerSecond()))
        + " fuel-thousands=%d permissions=%s quota=%s"
            .formatted(rule.grant().fuelThousands(), rule.grant().permissionNames(), rule.quota());
  }
}
