package dev.rosa.as.records;

import static java.util.stream.Collectors.toSet;

import com.google.protobuf.ByteString;
import dev.rosa.as.policy.Quota;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestQuotas;
import dev.rosa.as.policy.Rule;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.storage.Storage;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;

/**
 * Table of every session that was issued. A session is on disk, with its audit row and its request
 * id, before its key is told; keys themselves are never stored. Thread-safe.
 */
public final class SessionLedger {
  /** A session to record, as one rule allows it. */
  public record Issue(
      AuditLog.Received received,
      ByteString requestId,
      Rule rule,
      String code,
      SessionParameters parameters,
      Set<RosaId> recipients) {

    private Session session() {
      return new Session(
          parameters, code, recipients.stream().map(RosaId::toString).collect(toSet()));
    }
  }

  /** A session that was issued. */
  public record Session(SessionParameters parameters, String code, Set<String> recipients) {}

  private final Storage storage;
  private final AuditLog audit;
  private final Quota ofUser;
  private final RequestQuotas requests;

  /**
   * On a storage.
   *
   * @param ofUser how many sessions each user may have
   * @param requests how many sessions a rule may give a minute
   */
  public SessionLedger(Storage storage, AuditLog audit, Quota ofUser, RequestQuotas requests) {
    this.storage = storage;
    this.audit = audit;
    this.ofUser = ofUser;
    this.requests = requests;
  }

  /** State before a request's decision. */
  public PriorState prior(RosaId caller, ByteString requestId) {
    return PriorState.read(storage, caller, requestId);
  }

  private static void requireUnusedAndInTime(
      Handle handle, AuditLog.Received received, ByteString requestId) throws Refusal {
    PriorState now = PriorState.read(handle, received.caller(), requestId);
    now.requireUnused();
    ClockFloor.requireInTime(received.at(), now.clockFloor());
  }

  /** The answer to a request id that this user has used before. */
  static Refusal answeredBefore() {
    return new Refusal(
        Status.Code.ALREADY_EXISTS,
        "this request was answered before, expected a new request id for every request");
  }

  /**
   * Records a session durably: one transaction for session, audit row, request id and clock floor.
   * A rule's request is taken within it, when its sessions have room: no other request can take the
   * last place meanwhile, and one that is refused for sessions takes none.
   *
   * @param decidedBy version of the users, codes and rules that allow it
   * @param alternatives one request under each rule that allows it; the first with room is recorded
   * @return the one that was recorded; fails with {@link Refusal} if the same request was answered
   *     meanwhile, user or rules have as many sessions as they may, or what it was decided by has
   *     changed
   */
  public CompletionStage<Issue> record(long decidedBy, List<Issue> alternatives) {
    return storage.inSharedTransaction(handle -> record(handle, decidedBy, alternatives));
  }

  private Issue record(Handle handle, long decidedBy, List<Issue> alternatives) throws Refusal {
    AuditLog.Received received = alternatives.get(0).received();
    requireUnusedAndInTime(handle, received, alternatives.get(0).requestId());
    Standing.require(handle, alternatives.get(0).parameters(), decidedBy, received.at());
    ofUser.checkSessions(handle, received.caller(), received.at());
    Issue issue = firstWithRoom(handle, alternatives);
    Session session = issue.session();
    audit.granted(handle, received, session);
    insertSession(handle, issue);
    for (String recipient : session.recipients()) {
      handle.execute(
          "INSERT INTO recipients (session, recipient) VALUES (?, ?)",
          session.parameters().session(),
          recipient);
    }
    ClockFloor.raise(handle, received.at());
    return issue;
  }

  /** The first rule with room grants; without one, the first rule's quota is the answer. */
  private Issue firstWithRoom(Handle handle, List<Issue> alternatives) throws Refusal {
    Refusal exhausted = null;
    for (Issue issue : alternatives) {
      try {
        takeOfRule(handle, issue.rule(), issue.received());
        return issue;
      } catch (Refusal refusal) {
        exhausted = exhausted == null ? refusal : exhausted;
      }
    }
    throw exhausted;
  }

  private void takeOfRule(Handle handle, Rule rule, AuditLog.Received received) throws Refusal {
    rule.quota().checkSessions(handle, rule.id(), received.caller(), received.at());
    requests.take(rule, received.at());
  }

  private static void insertSession(Handle handle, Issue issue) {
    SessionParameters parameters = issue.parameters();
    handle
        .createUpdate(
            "INSERT INTO sessions (session, caller, request_id, rule, suite, domain,"
                + " epoch, sst, set_, u, code_name, code_digest, grant_bits, source, destination)"
                + " VALUES (:session, :caller, :requestId, :rule, :suite, :domain,"
                + " :epoch, :sst, :set, :u, :code, :digest, :grant, :source, :destination)")
        .bind("session", parameters.session())
        .bind("caller", issue.received().caller().toString())
        .bind("requestId", issue.requestId().toByteArray())
        .bind("rule", issue.rule().id())
        .bind("suite", parameters.suite().id())
        .bind("domain", Integer.toUnsignedLong(parameters.domain()))
        .bind("epoch", Integer.toUnsignedLong(parameters.epoch()))
        .bind("sst", Integer.toUnsignedLong(parameters.sst()))
        .bind("set", Integer.toUnsignedLong(parameters.set()))
        .bind("u", parameters.user().toBytes())
        .bind("code", issue.code())
        .bind("digest", parameters.code().toBytes())
        .bind("grant", parameters.grant().bits())
        .bind("source", parameters.source().getAddress())
        .bind("destination", parameters.destination().getAddress())
        .execute();
  }

  public Optional<Session> find(long session) {
    return storage.withHandle(handle -> find(handle, session));
  }

  static Optional<Session> find(Handle handle, long session) {
    return handle
        .createQuery("SELECT * FROM sessions WHERE session = :session")
        .bind("session", session)
        .map(
            (row, context) ->
                new Session(
                    parameters(row), row.getString("code_name"), recipients(handle, session)))
        .findOne();
  }

  private static Set<String> recipients(Handle handle, long session) {
    return new HashSet<>(
        handle
            .createQuery("SELECT recipient FROM recipients WHERE session = :session")
            .bind("session", session)
            .mapTo(String.class)
            .list());
  }

  private static SessionParameters parameters(ResultSet row) throws SQLException {
    return new SessionParameters(
        Suite.ofId(row.getInt("suite")),
        (int) row.getLong("domain"),
        (int) row.getLong("epoch"),
        (int) row.getLong("sst"),
        (int) row.getLong("set_"),
        row.getLong("session"),
        UserId.of(row.getBytes("u")),
        CodeDigest.of(row.getBytes("code_digest")),
        Grant.ofBits(row.getLong("grant_bits")),
        address(row.getBytes("source")),
        address(row.getBytes("destination")));
  }

  private static InetAddress address(byte[] bytes) throws SQLException {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new SQLException("a stored address has " + bytes.length + " bytes", e);
    }
  }
}
