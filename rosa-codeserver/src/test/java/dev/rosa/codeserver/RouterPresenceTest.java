package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.Backoff;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.storage.Storage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routers that a refresh waits for while they are away for a moment. */
class RouterPresenceTest {

  private static final RosaId R1 = new RosaId(17, Role.ROUTER, "r1");
  private static final RosaId R2 = new RosaId(17, Role.ROUTER, "r2");
  private static final Duration LEASE = Duration.ofMinutes(5);

  @TempDir Path folder;
  private Storage storage;
  private ServingLease lease;
  private RouterPresence presence;
  private long nanos = -5;

  @BeforeEach
  void open() throws Exception {
    storage = Storage.open(StorageLocation.of(folder.resolve("cs.db")), CodeRepository.TABLES);
    restart();
  }

  private void restart() {
    lease = new ServingLease(storage, new Random(nanos), () -> nanos);
    presence = new RouterPresence(lease, () -> nanos);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void lease() {
    ByteString unused = lease.renew(lease.renew(ByteString.EMPTY, LEASE), LEASE);
  }

  @Test
  void shouldWaitForARouterWhoseStreamHasJustEnded() {
    pass(RouterPresence.RETURN);
    assertFalse(presence.mayReturn(R1));
    presence.left(R1);
    pass(RouterPresence.RETURN.minusNanos(1));
    presence.left(R2);
    assertTrue(presence.mayReturn(R1));
    pass(Duration.ofNanos(1));
    assertFalse(presence.mayReturn(R1));
    assertTrue(presence.mayReturn(R2));
  }

  @Test
  void shouldWaitForEveryRouterAfterAStart() {
    pass(RouterPresence.RETURN.minusNanos(1));
    assertTrue(presence.mayReturn(R1));
    pass(Duration.ofNanos(1));
    assertFalse(presence.mayReturn(R1));
  }

  @Test
  void shouldCountFromTheLeaseWhenItCameLongAfterTheStart() {
    lease();
    restart();
    pass(Duration.ofHours(1));
    assertTrue(presence.mayReturn(R1), "no router is served");
    lease();
    pass(RouterPresence.RETURN.minusNanos(1));
    lease();
    assertTrue(presence.mayReturn(R1));
    pass(Duration.ofNanos(1));
    assertFalse(presence.mayReturn(R1));
  }

  @Test
  void shouldWaitForEveryRouterAgainWhenTheLeaseHadEnded() {
    lease();
    pass(LEASE);
    assertTrue(presence.mayReturn(R1));
    lease();
    assertTrue(presence.mayReturn(R1));
    pass(RouterPresence.RETURN);
    assertFalse(presence.mayReturn(R1));
  }

  @Test
  void shouldForgetTheRouterThatLeftLongestAgoWhenThereAreTooMany() {
    pass(RouterPresence.RETURN);
    presence.left(R1);
    presence.left(R2);
    presence.left(R1);
    for (int i = 1; i < 1_024; i++) {
      presence.left(new RosaId(17, Role.ROUTER, "x" + i));
    }
    assertTrue(presence.mayReturn(R1));
    assertFalse(presence.mayReturn(R2));
  }

  @Test
  void shouldWaitLongerThanARouterThatWasRefusedTwice() {
    RandomGenerator longest = () -> -1;
    long millis = 2 * new Backoff(longest).afterRefusalMillis();
    assertTrue(RouterPresence.RETURN.toMillis() > millis, "not above " + millis);
  }
}
