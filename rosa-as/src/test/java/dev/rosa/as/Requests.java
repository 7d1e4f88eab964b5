package dev.rosa.as;

import com.google.protobuf.ByteString;
import dev.rosa.config.IpLiteral;
import dev.rosa.control.v1.JoinStatement;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Requests as a user's program makes them. */
public final class Requests {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Requests() {}

  /** A request of alice's that the rules of {@link HandlerFixture} allow, signed now. */
  public static ServiceRequestStatement.Builder good() {
    return ServiceRequestStatement.newBuilder()
        .setRequestId(randomId())
        .setAuthorizationServer("rosa://17/as/as1")
        .setUser("rosa://17/user/alice")
        .setCode("transcoder")
        .setSeconds(60)
        .setSource(address("10.0.1.1"))
        .setDestination(address("10.0.2.1"))
        .setSignedAt((int) InstantSource.system().instant().getEpochSecond());
  }

  /** A join of a session that is signed now. */
  public static JoinStatement.Builder join(RosaId caller, long session, InstantSource clock) {
    return JoinStatement.newBuilder()
        .setRequestId(randomId())
        .setAuthorizationServer("rosa://17/as/as1")
        .setUser(caller.toString())
        .setSignedAt((int) clock.instant().getEpochSecond())
        .setSession(session);
  }

  private static ByteString randomId() {
    byte[] id = new byte[16];
    RANDOM.nextBytes(id);
    return ByteString.copyFrom(id);
  }

  public static ByteString address(String literal) {
    return ByteString.copyFrom(IpLiteral.parse(literal).getAddress());
  }

  public static SignedStatement sign(Identity signer, ServiceRequestStatement.Builder statement) {
    return StatementSigner.sign(
        signer, StatementKind.SERVICE_REQUEST, statement.build().toByteArray());
  }

  public static SignedStatement sign(Identity signer, JoinStatement.Builder statement) {
    return StatementSigner.sign(
        signer, StatementKind.SESSION_JOIN, statement.build().toByteArray());
  }
}
