package dev.rosa.as.policy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.identity.RosaId;
import java.time.Duration;
import java.time.Instant;

/** A recipient's request for the keys of a session, read from the signed bytes and well-formed. */
public final class RequestedJoin {

  /**
   * Most time between the signing of a join and its receipt, either way. Ids of joins are kept for
   * longer, so none counts twice.
   */
  public static final Duration TOLERANCE = Duration.ofMinutes(1);

  private final JoinStatement statement;

  private RequestedJoin(JoinStatement statement) {
    this.statement = statement;
  }

  /**
   * Reads the statement after its signature has been verified.
   *
   * @throws Refusal INVALID_ARGUMENT saying which field is not what it should be
   */
  public static RequestedJoin parse(ByteString signedBytes) throws Refusal {
    JoinStatement statement;
    try {
      statement = JoinStatement.parseFrom(signedBytes);
    } catch (InvalidProtocolBufferException e) {
      throw Refusal.invalid("the statement is not a request to join a session");
    }
    // A user must not be bound by something that this server did not understand.
    if (!statement.getUnknownFields().asMap().isEmpty()) {
      throw Refusal.invalid("the statement has fields that this server does not know");
    }
    RequestedJoin join = new RequestedJoin(statement);
    join.addressing().checkId();
    return join;
  }

  private Addressing addressing() {
    return new Addressing(
        statement.getRequestId(), statement.getUser(), statement.getAuthorizationServer());
  }

  /** Refuses a join of another user than the caller, for another server, or of another time. */
  public void check(RosaId caller, RosaId self, Instant now) throws Refusal {
    addressing().checkParties(caller, self);
    Duration age = Duration.between(signedAt(), now);
    if (age.abs().compareTo(TOLERANCE) > 0) {
      throw Refusal.invalid(
          "the request was signed %d s %s the server's time, expected at most %d; set your clock or ask anew"
              .formatted(
                  age.abs().toSeconds(),
                  age.isNegative() ? "after" : "before",
                  TOLERANCE.toSeconds()));
    }
  }

  public ByteString requestId() {
    return statement.getRequestId();
  }

  public Instant signedAt() {
    return Instant.ofEpochSecond(Integer.toUnsignedLong(statement.getSignedAt()));
  }

  public long session() {
    return statement.getSession();
  }
}
