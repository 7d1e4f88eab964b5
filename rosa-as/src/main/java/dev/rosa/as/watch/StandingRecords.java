package dev.rosa.as.watch;

import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.PolicyMemory;
import dev.rosa.as.state.RevocationList;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Queries of the storage for the standing of sessions, made for the streams of {@link
 * SessionWatches}. Thread-safe.
 */
public final class StandingRecords {
  private static final int READ_TOGETHER = 500;

  private static final String NUMBERS =
      "SELECT p.version AS policy, d.next_serial AS serial, e.version AS epochs"
          + " FROM policy_version p, domain_state d, epoch_version e";

  private static final String SESSIONS =
      "SELECT s.*, EXISTS (SELECT 1 FROM revocations r WHERE r.session = s.session) AS by_session,"
          + " EXISTS (SELECT 1 FROM revocations r WHERE r.session = s.session AND r.rule IS NOT"
          + " NULL) AS by_rule"
          + revoked("user", "s.u", "")
          + revoked("code", "s.code_digest", "")
          + revoked("epochs", "s.code_digest", " AND r.up_to >= s.epoch")
          + " FROM sessions s WHERE s.session IN (<sessions>)";

  private final Storage storage;
  private final PolicyMemory policy;
  private final RevocationList revocations;

  public StandingRecords(Storage storage, PolicyMemory policy, RevocationList revocations) {
    this.storage = storage;
    this.policy = policy;
    this.revocations = revocations;
  }

  private static String revoked(String kind, String subject, String condition) {
    return ", EXISTS (SELECT 1 FROM revocations r WHERE r.subject = "
        + subject
        + " AND r.kind = '"
        + kind
        + "'"
        + condition
        + " AND r.ends_at >= :now) AS by_"
        + kind;
  }

  ChangeNumbers numbers() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(NUMBERS)
                .map(
                    (row, context) ->
                        new ChangeNumbers(
                            row.getLong("policy"), row.getLong("serial"), row.getLong("epochs")))
                .one());
  }

  /** The domain at these numbers or later. */
  DomainView domain(ChangeNumbers numbers) {
    return DomainView.of(policy.at(numbers.policy()), storage.withHandle(StandingRecords::epochs));
  }

  private static Map<CodeDigest, Integer> epochs(Handle handle) {
    Map<CodeDigest, Integer> epochs = new HashMap<>();
    handle
        .createQuery(
            "SELECT code_digest, MAX(epoch) FROM code_secrets WHERE state = 'active'"
                + " GROUP BY code_digest")
        .map(
            (row, context) ->
                new Epochs.Epoch(CodeDigest.of(row.getBytes(1)), (int) row.getLong(2)))
        .forEach(epoch -> epochs.put(epoch.code(), epoch.number()));
    return epochs;
  }

  /** Tells what was revoked from one serial to another, which is left out. */
  void revocations(long from, long to, Consumer<RevocationList.Cause> taker) {
    revocations.between(from, to, taker);
  }

  /** Sessions that are known, with their recipients and revocations. */
  List<HeldSession> sessions(Collection<Long> numbers, Instant now) {
    List<Long> all = List.copyOf(numbers);
    List<HeldSession> found = new ArrayList<>();
    for (int first = 0; first < all.size(); first += READ_TOGETHER) {
      List<Long> some = all.subList(first, Math.min(first + READ_TOGETHER, all.size()));
      found.addAll(storage.withHandle(handle -> sessions(handle, some, now)));
    }
    return found;
  }

  private static List<HeldSession> sessions(Handle handle, List<Long> numbers, Instant now) {
    Map<Long, Set<String>> recipients = recipients(handle, numbers);
    return handle
        .createQuery(SESSIONS)
        .bindList("sessions", numbers)
        .bind("now", now.getEpochSecond())
        .map(
            (row, context) ->
                new HeldSession(
                    facts(row, recipients.getOrDefault(row.getLong("session"), Set.of())),
                    revoked(row)))
        .list();
  }

  private static Map<Long, Set<String>> recipients(Handle handle, List<Long> numbers) {
    Map<Long, Set<String>> recipients = new HashMap<>();
    handle
        .createQuery("SELECT session, recipient FROM recipients WHERE session IN (<sessions>)")
        .bindList("sessions", numbers)
        .map((row, context) -> Map.entry(row.getLong(1), row.getString(2)))
        .forEach(
            each ->
                recipients
                    .computeIfAbsent(each.getKey(), session -> new HashSet<>())
                    .add(each.getValue()));
    return recipients;
  }

  private static HeldSession.Facts facts(ResultSet row, Set<String> recipients)
      throws SQLException {
    return new HeldSession.Facts(
        row.getLong("session"),
        RosaId.parse(row.getString("caller")),
        recipients,
        UserId.of(row.getBytes("u")),
        CodeDigest.of(row.getBytes("code_digest")),
        row.getString("code_name"),
        (int) row.getLong("epoch"),
        row.getLong("rule"),
        row.getLong("set_"));
  }

  private static Optional<StandingReason> revoked(ResultSet row) throws SQLException {
    if (row.getBoolean("by_rule")) {
      return Optional.of(StandingReason.RULE_REVOKED);
    } else if (row.getBoolean("by_session")) {
      return Optional.of(StandingReason.SESSION_REVOKED);
    } else if (row.getBoolean("by_user")) {
      return Optional.of(StandingReason.USER_REVOKED);
    } else if (row.getBoolean("by_code")) {
      return Optional.of(StandingReason.CODE_REVOKED);
    }
    return row.getBoolean("by_epochs")
        ? Optional.of(StandingReason.EPOCH_REVOKED)
        : Optional.empty();
  }
}
