package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.FakeCodeServer;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.SettableClock;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.DeclaredConfiguration;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.Epochs.Epoch;
import dev.rosa.as.records.LogForks;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.state.RevocationList;
import dev.rosa.as.state.StatePublication;
import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.StartupGrace;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.domainstate.DomainState;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.storage.TestPostgres;
import dev.rosa.testkit.Await;
import io.grpc.Status;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two Authorization Servers on one PostgreSQL database. */
class SeveralServersOnPostgresTest {

  private static final Duration SKEW = Duration.ofSeconds(2);
  private static final RefreshPolicy BY_COMMAND =
      new RefreshPolicy(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(30));

  /** Longer than a test waits. */
  private static final SecretStaging.Periods NEVER =
      new SecretStaging.Periods(Duration.ofHours(1).toMillis(), Duration.ofHours(1).toMillis());

  @TempDir Path folder;
  private final StorageLocation database = TestPostgres.database();

  private Storage open() throws Exception {
    return Storage.open(database, AuthorizationRecords.TABLES);
  }

  private static Epochs epochs(Storage storage) {
    return new Epochs(
        storage,
        new CodeSecrets(storage, new SecureRandom(), InstantSource.system(), List.of()),
        HandlerFixture.acts(storage),
        SKEW);
  }

  private static <A> List<Future<A>> atOnce(Callable<A> one, Callable<A> other)
      throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      return threads.invokeAll(List.of(one, other));
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void shouldMakeTheTablesOnceWhenBothStartAtTheSameTime() throws Exception {
    for (Future<Storage> opened : atOnce(this::open, this::open)) {
      opened.get().close();
    }
    try (Storage storage = open()) {
      assertFalse(storage.isNew());
    }
  }

  @Test
  void shouldMakeAnEpochOnceWhenBothAreAskedAtOnce() throws Exception {
    try (Storage one = open();
        Storage other = open()) {
      CodeRegistry codes = new CodeRegistry(one, HandlerFixture.acts(one));
      codes.add("transcoder", HandlerFixture.TRANSCODER);
      for (Future<Integer> made :
          atOnce(() -> epochs(one).openMissing(), () -> epochs(other).openMissing())) {
        made.get();
      }
      assertEquals(1, epochs(one).list().size());
      assertThrows(
          AdministrationException.class,
          () -> epochs(other).openNext(codes.find("transcoder").orElseThrow()));
    }
  }

  @Test
  void shouldFindTheRetiredAmongHeldSecretsByOneQuery() throws Exception {
    try (HandlerFixture as = new HandlerFixture(folder, database, HandlerFixture.QUOTA)) {
      Epoch first = new Epoch(HandlerFixture.TRANSCODER, 1);
      Epoch next =
          as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
      as.confirmAll();
      as.clock.move(Duration.ofSeconds(10));
      assertEquals(List.of(first), as.records.epochEnds().retireEnded());
      assertEquals(List.of(first), as.records.epochEnds().retiredOf(List.of(next, first)));
    }
  }

  @Test
  void shouldAnswerRequestIdOnceWhicheverServerIsAsked() throws Exception {
    try (HandlerFixture as = new HandlerFixture(folder, database, HandlerFixture.QUOTA)) {
      SignedStatement signed = as.signed(Requests.good());
      as.ask(signed);
      as.open();
      Refusal refused = assertThrows(Refusal.class, () -> as.ask(signed));
      assertEquals(Status.Code.ALREADY_EXISTS, refused.code());
    }
  }

  @Test
  void shouldNotSignStateOfServerAgainWhoseClockIsAhead() throws Exception {
    try (Storage one = open();
        Storage other = open()) {
      Instant now = Instant.now();
      TestDomain domain = TestDomain.in(folder.resolve("domain"));
      StatePublication ahead =
          state(one, domain.authorizationServer("as1"), new SettableClock(now.plusMillis(1_500)));
      SettableClock clock = new SettableClock(now);
      StatePublication behind = state(other, domain.authorizationServer("as2"), clock);
      DomainState first = ahead.newest();
      assertTrue(behind.newest().isSameAs(first));
      clock.move(Duration.ofMinutes(1));
      DomainState second = behind.newest();
      assertTrue(second.isNewerThan(first));
      assertTrue(ahead.newest().isNewerThan(first));
    }
  }

  @Test
  void shouldSignOnceInAThirdOfItsValidityBesideServerWhoseClockDisagrees() throws Exception {
    for (int ahead : new int[] {60, 600, -60, -600}) {
      long states = statesOfFiveMinutes(Duration.ofSeconds(ahead));
      assertTrue(states <= 24, states + " states, " + ahead + " s ahead");
    }
  }

  /** Two servers look once a second in turn. */
  private long statesOfFiveMinutes(Duration ahead) throws Exception {
    try (Storage one = open();
        Storage other = open()) {
      TestDomain domain = TestDomain.in(folder.resolve("domain" + ahead));
      SettableClock right = new SettableClock(Instant.now());
      SettableClock wrong = new SettableClock(right.instant().plus(ahead));
      StatePublication first = state(one, domain.authorizationServer("as1"), right);
      StatePublication second = state(other, domain.authorizationServer("as2"), wrong);
      Set<Long> numbers = new HashSet<>();
      for (int passed = 0; passed < 300; passed++) {
        numbers.add(first.newest().number());
        numbers.add(second.newest().number());
        Instant valid = first.newest().validUntil();
        assertTrue(right.instant().isBefore(valid), "ended after " + passed + " s");
        right.move(Duration.ofSeconds(1));
        wrong.move(Duration.ofSeconds(1));
      }
      return numbers.size();
    }
  }

  private static StatePublication state(Storage storage, Identity server, InstantSource clock) {
    return new StatePublication(storage, server, Duration.ofMinutes(2), clock);
  }

  @Test
  void shouldWaitForLeaseThatServerWithClockBehindHasRecorded() throws Exception {
    try (Storage one = open()) {
      CodeRegistry codes = new CodeRegistry(one, HandlerFixture.acts(one));
      codes.add("transcoder", HandlerFixture.TRANSCODER);
      Epochs epochs = epochs(one);
      epochs.openMissing();
      HostPort leased = new HostPort("127.0.0.1", 1);
      HostPort confirming = new HostPort("127.0.0.1", 2);
      // By the clock of the server that recorded it, it has not ended.
      epochs.activation().lease(leased, Instant.now().minusMillis(1));
      Epochs.Epoch epoch = epochs.live().get(0).epoch();
      epochs.activation().confirm(epoch, confirming);
      epochs.activation().spread(List.of(epoch), confirming);
      assertFalse(epochs.live().get(0).active());
    }
  }

  @Test
  void shouldNameTheOtherServerWhenItDeclaredDifferently() throws Exception {
    try (Storage one = open()) {
      assertEquals(Optional.empty(), declare(one, "as1", "a"));
      assertEquals(Optional.empty(), declare(one, "as2", "a"));
      assertEquals(Optional.empty(), declare(one, "as2", "b"));
      assertEquals(Optional.of("as2"), declare(one, "as1", "a"));
    }
  }

  private static Optional<String> declare(Storage storage, String server, String digit) {
    return storage.inTransaction(
        handle -> DeclaredConfiguration.declare(handle, server, digit.repeat(64)));
  }

  @Test
  void shouldTellCodeServerEarlyWhenAnotherServerHasMadeAnEpoch() throws Exception {
    TestDomain domain = TestDomain.in(folder.resolve("domain"));
    Identity as1 = domain.authorizationServer("as1");
    try (FakeCodeServer codeServer = FakeCodeServer.start(domain.codeServer("cs1"), 0);
        Storage one = open();
        Storage other = open()) {
      SecretStaging staging = staging(one, as1, codeServer.address());
      try {
        one.onChange(staging::look);
        Await.until("the first state", () -> codeServer.carried() != null);
        new CodeRegistry(other, HandlerFixture.acts(other))
            .add("transcoder", HandlerFixture.TRANSCODER);
        int unused = epochs(other).openMissing();
        Await.until(
            "the secret at the code server",
            () -> codeServer.staged.containsKey(HandlerFixture.TRANSCODER));
        Await.until("the epoch in use", () -> epochs(other).live().get(0).active());
      } finally {
        staging.close();
      }
    }
  }

  private static SecretStaging staging(Storage storage, Identity server, HostPort codeServer) {
    StagingRecords records =
        new StagingRecords(
            new CodeSecrets(storage, new SecureRandom(), InstantSource.system(), List.of()),
            epochs(storage),
            new EpochEnds(
                storage,
                HandlerFixture.acts(storage),
                SKEW,
                HandlerFixture.lost(storage),
                HandlerFixture.passed()),
            state(storage, server, InstantSource.system()),
            new RevocationList(
                storage, HandlerFixture.acts(storage), SKEW, HandlerFixture.passed()),
            HandlerFixture.witnessedLog(storage, server, InstantSource.system()),
            new LogForks(
                storage,
                HandlerFixture.acts(storage),
                HandlerFixture.lost(storage),
                epochs(storage),
                new SplittableRandom(1)),
            HandlerFixture.publications(storage, server, InstantSource.system()));
    SecretStagingClient client =
        new SecretStagingClient(
            new CodeServerCalls(
                codeServer,
                ControlChannel.open(codeServer.toSocketAddress(), server, Role.CODESERVER)),
            records,
            BY_COMMAND,
            InstantSource.system(),
            new StartupGrace(System::nanoTime));
    return SecretStaging.start(records, BY_COMMAND, List.of(client), NEVER);
  }
}
