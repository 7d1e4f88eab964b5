package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.rosa.as.policy.RequestedService;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.StatementKind;
import dev.rosa.identity.StatementSigner;
import dev.rosa.identity.StatementVerifier;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shapes and sizes of a service request's fields. */
class RequestFieldsTest {
  @TempDir Path folder;
  private HandlerFixture as;

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder);
  }

  @AfterEach
  void close() {
    as.close();
  }

  @Test
  void shouldRefuseWhenFieldsAreNotWellFormed() {
    as.assertRefused(
        Requests.good().setRequestId(ByteString.copyFromUtf8("short")),
        Status.Code.INVALID_ARGUMENT,
        "the request id has 5 bytes");
    as.assertRefused(
        Requests.good().setSource(ByteString.copyFrom(new byte[5])),
        Status.Code.INVALID_ARGUMENT,
        "the source has 5 bytes, expected 4 (IPv4) or 16 (IPv6)");
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    as.assertRefused(
        Requests.good().setSource(ByteString.copyFrom(mapped)),
        Status.Code.INVALID_ARGUMENT,
        "IPv4 address written as IPv6");
    as.assertRefused(
        Requests.good().setSource(Requests.address("2001:db8::1")),
        Status.Code.INVALID_ARGUMENT,
        "of two families");
    as.assertRefused(
        Requests.good().addRecipients("rosa://17/router/r1"),
        Status.Code.INVALID_ARGUMENT,
        "is no user");
    as.assertRefused(
        Requests.good().addRecipients("rosa://18/user/bob"),
        Status.Code.INVALID_ARGUMENT,
        "of another domain");
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    as.assertRefused(
        Requests.good().setUnknownFields(unknown),
        Status.Code.INVALID_ARGUMENT,
        "fields that this server does not know");
    as.assertRefused(
        StatementSigner.sign(as.alice, StatementKind.SERVICE_REQUEST, new byte[] {1, 2, 3}),
        Status.Code.INVALID_ARGUMENT,
        "not a service request");
  }

  @Test
  void shouldRefuseUnparsedAndKeepNoBytesWhenRequestIsTooLarge() {
    SignedStatement large =
        as.signed(Requests.good()).toBuilder()
            .setStatement(ByteString.copyFrom(new byte[StatementVerifier.MAX_STATEMENT_BYTES + 1]))
            .build();
    as.assertRefused(large, Status.Code.INVALID_ARGUMENT, "too large");
    as.assertKeptOnlyDigest(large);
  }

  @Test
  void shouldHaveRoomForStatementWithTheMostAndLongestNames() {
    String name = "n".repeat(63);
    String domain = "rosa://" + Integer.toUnsignedString(-1);
    ServiceRequestStatement.Builder longest =
        Requests.good()
            .setAuthorizationServer(domain + "/as/" + name)
            .setUser(domain + "/user/" + name)
            .setCode(name)
            .setSource(Requests.address("2001:db8::1"))
            .setDestination(Requests.address("2001:db8::2"))
            .setServiceStart(-1)
            .setServiceEnd(-1)
            .setSeconds(-1)
            .setSuite(Suite.AES256_GCM.id())
            .setGrant(
                GrantRequest.newBuilder()
                    .setPacketsPerSecond(-1)
                    .setFuelThousands(0xffff)
                    .setPermissions(Grant.ALL));
    for (int i = 0; i < RequestedService.MAX_RECIPIENTS; i++) {
      longest.addRecipients(domain + "/user/" + name);
    }
    assertTrue(longest.build().getSerializedSize() <= StatementVerifier.MAX_STATEMENT_BYTES);
  }

  @Test
  void shouldNotLetAnIdentityLookLikeAnotherPartOfALineOfTheLog() {
    as.assertRefused(
        Requests.good().addRecipients("x' granted session=1 caller=bob"),
        Status.Code.INVALID_ARGUMENT,
        "the recipient 'x? granted session?1 caller?bob' is no user");
    as.assertRefused(
        Requests.good().setUser("x' granted session=1"),
        Status.Code.PERMISSION_DENIED,
        "the request is for 'x? granted session?1' but rosa://17/user/alice asks");
  }
}
