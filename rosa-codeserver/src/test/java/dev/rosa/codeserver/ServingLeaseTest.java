package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.StorageLocation;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Code Server that may have missed an epoch serves no router. */
class ServingLeaseTest {

  private static final Duration LENGTH = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Storage storage;
  private ServingLease lease;
  private long nanos = -5;

  @BeforeEach
  void open() throws Exception {
    storage = Storage.open(StorageLocation.of(folder.resolve("cs.db")), CodeRepository.TABLES);
    lease = newStart();
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private ServingLease newStart() {
    return new ServingLease(storage, new Random(nanos), () -> nanos);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private ByteString renew(ByteString token) {
    return lease.renew(token, LENGTH);
  }

  private ByteString lease() {
    return renew(renew(ByteString.EMPTY));
  }

  @Test
  void shouldServeWithoutALeaseWhenThereNeverWasOne() {
    assertTrue(lease.allowsServing());
    renew(ByteString.EMPTY);
    pass(Duration.ofDays(1));
    assertTrue(newStart().allowsServing());
  }

  @Test
  void shouldServeNobodyWithoutALeaseWhenTheStorageHasASecret() {
    new SecretRepository(storage)
        .stage(CodeDigest.ofBundle(new byte[] {1}), 1, CodeSecret.of(new byte[CodeSecret.BYTES]));
    assertFalse(newStart().allowsServing());
    assertTrue(lease.allowsServing());
    lease.look();
    assertFalse(lease.allowsServing());
    lease();
    lease.requireServing();
  }

  @Test
  void shouldServeNobodyWhenTheLeaseHasEnded() {
    lease();
    pass(LENGTH.minusNanos(1));
    lease.requireServing();
    pass(Duration.ofNanos(1));
    assertFalse(lease.allowsServing());
    Status refused = assertThrows(StatusRuntimeException.class, lease::requireServing).getStatus();
    assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
  }

  @Test
  void shouldCountTheLeaseFromTheReplyBefore() {
    ByteString token = renew(ByteString.EMPTY);
    pass(Duration.ofSeconds(20));
    renew(token);
    pass(Duration.ofSeconds(9));
    assertTrue(lease.allowsServing());
    pass(Duration.ofSeconds(1));
    assertFalse(lease.allowsServing());
  }

  @Test
  void shouldTakeATokenOnce() {
    ByteString token = renew(ByteString.EMPTY);
    renew(token);
    pass(LENGTH);
    renew(token);
    assertFalse(lease.allowsServing());
  }

  @Test
  void shouldForgetTheOldestTokensWhenThereAreTooMany() {
    ByteString token = renew(ByteString.EMPTY);
    lease();
    pass(LENGTH.minusSeconds(1));
    for (int i = 0; i < 64; i++) {
      renew(ByteString.EMPTY);
    }
    renew(token);
    pass(Duration.ofSeconds(1));
    assertFalse(lease.allowsServing());
  }

  @Test
  void shouldServeNobodyAfterARestartUntilTheAuthorizationServerHasCome() {
    ByteString token = lease();
    lease = newStart();
    assertFalse(lease.allowsServing());
    token = renew(token);
    assertFalse(lease.allowsServing(), "the token is of the start before");
    renew(token);
    assertTrue(lease.allowsServing());
  }

  @Test
  void shouldServeAsLongAsOneAuthorizationServerRenews() {
    ByteString first = lease();
    pass(Duration.ofSeconds(20));
    lease();
    pass(Duration.ofSeconds(15));
    assertTrue(lease.allowsServing());
    renew(first);
    pass(Duration.ofSeconds(10));
    assertTrue(lease.allowsServing(), "the lease of the other one is longer");
  }
}
