package dev.rosa.as;

import dev.rosa.wire.Grant;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;

/** The rules, those of the configuration first; read anew for every request. Thread-safe. */
final class RuleBook {
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
              Origin.ofStoredName(row.getString("origin")));

  private final Jdbi jdbi;

  RuleBook(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  List<Rule> list() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM rules ORDER BY origin = 'admin', id")
                .map(ROW)
                .list());
  }

  /** Adds a rule and returns its id. */
  long add(Rule rule) {
    return jdbi.inTransaction(handle -> put(handle, rule));
  }

  /** Adds a rule in a transaction of the caller's and returns its id. */
  long put(Handle handle, Rule rule) {
    return handle
        .createUpdate(
            "INSERT INTO rules (user_name, code_name, source, destination, max_window_seconds,"
                + " grant_bits, origin) VALUES (:user, :code, :source, :destination, :window,"
                + " :grant, :origin)")
        .bind("user", rule.user())
        .bind("code", rule.code())
        .bind("source", rule.source())
        .bind("destination", rule.destination())
        .bind("window", rule.maxWindow().toSeconds())
        .bind("grant", rule.grant().bits())
        .bind("origin", rule.origin().storedName())
        .executeAndReturnGeneratedKeys("id")
        .mapTo(Long.class)
        .one();
  }

  /** Takes back what the configuration no longer declares. */
  void deleteConfigured(Handle handle) {
    handle.execute("DELETE FROM rules WHERE origin = 'config'");
  }

  /** Removes a rule that was added by command. */
  void remove(long id) throws AdministrationException {
    Rule rule =
        list().stream()
            .filter(candidate -> candidate.id() == id)
            .findFirst()
            .orElseThrow(() -> new AdministrationException("rule " + id + " does not exist"));
    if (rule.origin() == Origin.CONFIG) {
      throw new AdministrationException(
          "rule " + id + " is declared in the configuration, remove it there");
    }
    jdbi.useHandle(handle -> handle.execute("DELETE FROM rules WHERE id = ?", id));
  }
}
