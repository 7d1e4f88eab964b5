package dev.rosa.as.policy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.SigningTime;
import java.time.Instant;

/** A recipient's request for the keys of a session, read from the signed bytes and well-formed. */
public final class RequestedJoin {

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
        statement.getRequestId(),
        statement.getUser(),
        statement.getAuthorizationServer(),
        SigningTime.of(statement.getSignedAt()));
  }

  /** Refuses a join of another user than the caller, for another server, or of another time. */
  public void check(RosaId caller, RosaId self, Instant now) throws Refusal {
    addressing().checkParties(caller, self);
    addressing().checkTime(now);
  }

  public ByteString requestId() {
    return statement.getRequestId();
  }

  public Instant signedAt() {
    return addressing().signedAt().at();
  }

  public long session() {
    return statement.getSession();
  }
}
