package dev.rosa.as;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.policy.Refusal;
import dev.rosa.config.IpLiteral;
import dev.rosa.config.IpPrefix;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.fuzz.Mutation;
import dev.rosa.fuzz.Refused;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;

/**
 * Service requests (Sr), signed by a user whom a rule allows something: refused with a sentence, or
 * granted within that rule. Damaged ones are tried with and without a signature that fits.
 */
public final class ServiceRequestFuzzer {

  private static final FuzzedServer SERVER = FuzzedServer.open();
  private static final IpPrefix FROM = IpPrefix.parse(FuzzedServer.FROM);
  private static final IpPrefix TO = IpPrefix.parse(FuzzedServer.TO);
  private static int serial;

  private ServiceRequestFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    SignedStatement signed =
        switch (data.consumeInt(0, 3)) {
          case 0 -> signed(statement(data).toByteArray());
          case 1 -> signed(Mutation.of(good().build().toByteArray(), data));
          case 2 -> unsigned(Mutation.of(signed(good().build().toByteArray()).toByteArray(), data));
          default -> signed(data.consumeRemainingAsBytes());
        };
    try {
      check(FuzzedServer.answer(SERVER.requests().handle(SERVER.alice().id(), signed)));
      checkTime(signed);
    } catch (Refusal refusal) {
      Refused.check(refusal.toStatus());
    }
  }

  private static SignedStatement signed(byte[] statement) {
    return StatementSigner.sign(SERVER.alice(), StatementKind.SERVICE_REQUEST, statement);
  }

  private static SignedStatement unsigned(byte[] message) {
    try {
      return SignedStatement.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      return SignedStatement.getDefaultInstance();
    }
  }

  private static ServiceRequestStatement.Builder good() {
    return ServiceRequestStatement.newBuilder()
        .setRequestId(ByteString.copyFromUtf8("%016d".formatted(serial++)))
        .setAuthorizationServer(SERVER.self().id().toString())
        .setUser(SERVER.alice().id().toString())
        .setCode(FuzzedServer.CODE)
        .setSeconds(60)
        .setSource(address("10.0.1.1"))
        .setDestination(address("10.0.2.1"))
        .setSignedAt(now());
  }

  private static int now() {
    return (int) InstantSource.system().instant().getEpochSecond();
  }

  private static ByteString address(String literal) {
    return ByteString.copyFrom(IpLiteral.parse(literal).getAddress());
  }

  /** A good one with a few fields that are anything. */
  private static ServiceRequestStatement statement(FuzzedDataProvider data) {
    ServiceRequestStatement.Builder statement = good();
    int fields = data.consumeInt(1, 3);
    for (int i = 0; i < fields; i++) {
      change(statement, data);
    }
    return statement.build();
  }

  private static void change(ServiceRequestStatement.Builder statement, FuzzedDataProvider data) {
    switch (data.consumeInt(0, 12)) {
      case 0 -> statement.setRequestId(ByteString.copyFrom(data.consumeBytes(20)));
      case 1 -> statement.setAuthorizationServer(data.consumeString(40));
      case 2 -> statement.setUser(data.consumeString(40));
      case 3 -> statement.setCode(data.consumeString(70));
      case 4 -> statement.setServiceStart(data.consumeInt());
      case 5 -> statement.setServiceEnd(data.consumeInt());
      case 6 -> statement.setSeconds(data.consumeInt());
      case 7 -> statement.setSource(ByteString.copyFrom(data.consumeBytes(17)));
      case 8 -> statement.setDestination(ByteString.copyFrom(data.consumeBytes(17)));
      case 9 -> statement.setSuite(data.consumeInt());
      case 10 -> statement.addRecipients(data.consumeString(80));
      case 11 -> statement.setSignedAt(now() + data.consumeInt(-65, 65));
      default ->
          statement.setGrant(
              GrantRequest.newBuilder()
                  .setPermissions(data.consumeInt())
                  .setFuelThousands(data.consumeInt())
                  .setPacketsPerSecond(data.consumeInt()));
    }
  }

  private static void checkTime(SignedStatement signed) {
    try {
      int at = ServiceRequestStatement.parseFrom(signed.getStatement()).getSignedAt();
      // The clock has gone on since the decision.
      if (Math.abs(now() - at) > 70) {
        throw new AssertionError("granted a request of another time");
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("granted what is no request", e);
    }
  }

  private static void check(ServiceGrant grant) {
    long window = Integer.toUnsignedLong(grant.getSet()) - Integer.toUnsignedLong(grant.getSst());
    boolean inWindow = window > 0 && window <= FuzzedServer.MAX_WINDOW.toSeconds();
    boolean onPath =
        FROM.contains(read(grant.getSource())) && TO.contains(read(grant.getDestination()));
    boolean named = grant.getSession() != 0 && grant.getCode().equals(FuzzedServer.CODE);
    boolean modest = (grant.getGrant() & ~FuzzedServer.GRANT.bits() & 0xffff) == 0;
    if (!inWindow || !onPath || !named || !modest) {
      throw new AssertionError("granted what no rule allows: " + grant.getAllFields().keySet());
    }
  }

  private static InetAddress read(ByteString bytes) {
    try {
      return InetAddress.getByAddress(bytes.toByteArray());
    } catch (UnknownHostException e) {
      throw new AssertionError("granted for no address", e);
    }
  }
}
