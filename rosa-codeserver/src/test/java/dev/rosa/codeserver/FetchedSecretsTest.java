package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.codeserver.FetchedSecrets.Awaited;
import dev.rosa.config.StorageLocation;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import dev.rosa.storage.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The routers for which a coming epoch waits. */
class FetchedSecretsTest {

  private static final RosaId R1 = new RosaId(17, Role.ROUTER, "r1");
  private static final RosaId R2 = new RosaId(17, Role.ROUTER, "r2");
  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final CodeDigest OTHER = CodeDigest.ofBundle(new byte[] {2});

  @TempDir Path folder;
  private Storage storage;
  private FetchedSecrets fetched;

  @BeforeEach
  void open() throws Exception {
    use(StorageLocation.of(folder.resolve("cs.db")));
  }

  private void use(StorageLocation location) throws Exception {
    storage = Storage.open(location, CodeRepository.TABLES);
    fetched = new FetchedSecrets(storage);
  }

  private void restart(StorageLocation location) throws Exception {
    storage.close();
    use(location);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private void hold(int... epochs) {
    SecretRepository secrets = new SecretRepository(storage);
    for (int epoch : epochs) {
      assertEquals(
          SecretRepository.Staging.STORED,
          secrets.stage(CODE, epoch, CodeSecret.of(new byte[CodeSecret.BYTES])));
    }
  }

  private void note(RosaId router, CodeDigest code, int epoch) {
    fetched.note(router, code, epoch).toCompletableFuture().join();
  }

  private List<Awaited> awaited(RosaId... connected) {
    return fetched.awaited(Set.of(connected)::contains).secrets();
  }

  private static List<Awaited> awaiting(int epoch, RosaId... routers) {
    return List.of(new Awaited(CODE, epoch, List.of(routers)));
  }

  @Test
  void shouldNameConnectedRoutersThatUseTheCodeAndLackItsNewestEpoch() {
    hold(1, 2);
    note(R1, CODE, 1);
    note(R2, CODE, 1);
    assertEquals(awaiting(2, R1, R2), awaited(R2, R1));
    note(R1, CODE, 2);
    note(R1, CODE, 1);
    assertEquals(awaiting(2, R2), awaited(R1, R2));
    assertEquals(List.of(), awaited(R1));
  }

  @Test
  void shouldNameThemAfterARestartToo() throws Exception {
    hold(1, 2);
    note(R1, CODE, 1);
    restart(StorageLocation.of(folder.resolve("cs.db")));
    assertEquals(awaiting(2, R1), awaited(R1));
  }

  @Test
  void shouldRememberOnPostgresToo() throws Exception {
    StorageLocation database = TestPostgres.database();
    restart(database);
    hold(1, 2);
    note(R1, CODE, 1);
    note(R2, CODE, 1);
    restart(database);
    assertEquals(awaiting(2, R1, R2), awaited(R1, R2));
    note(R2, CODE, 2);
    fillBesides();
    assertEquals(List.of(), awaited(R1, R2));
    assertEquals(Set.of(CODE), storage.withHandle(h -> FetchedSecrets.codesOf(h, R2)));
    assertTrue(knowsAllOf(R2));
    assertFalse(knowsAllOf(R1));
  }

  @Test
  void shouldNotWaitForARouterThatDoesNotUseTheCode() {
    hold(1, 2);
    note(R1, OTHER, 1);
    assertEquals(List.of(), awaited(R1, R2));
  }

  @Test
  void shouldNotWaitForARouterWhoseEpochIsHeldNoLonger() {
    hold(2, 3);
    note(R1, CODE, 1);
    note(R2, CODE, 2);
    assertEquals(awaiting(3, R2), awaited(R1, R2));
  }

  @Test
  void shouldCompareEpochsWithoutASign() {
    hold(1, -1);
    note(R1, CODE, -1);
    note(R1, CODE, 1);
    assertEquals(List.of(), awaited(R1));
  }

  @Test
  void shouldKnowTheCodesOfARouterWhenTheirSecretsAreGone() {
    note(R1, CODE, 1);
    note(R1, OTHER, 7);
    assertEquals(Set.of(CODE, OTHER), storage.withHandle(h -> FetchedSecrets.codesOf(h, R1)));
  }

  @Test
  void shouldForgetTheRouterThatFetchedLongestAgoWhenThereAreTooMany() {
    hold(1, 2);
    note(R1, CODE, 1);
    note(R2, CODE, 1);
    note(R1, OTHER, 1);
    fillBesides();
    assertEquals(awaiting(2, R1), awaited(R1, R2));
  }

  private boolean knowsAllOf(RosaId router) {
    return storage.withHandle(handle -> FetchedSecrets.knowsAllOf(handle, router));
  }

  @Test
  void shouldSayThatItMayHaveForgottenARouter() {
    note(R1, CODE, 1);
    assertTrue(knowsAllOf(R1));
    assertTrue(knowsAllOf(R2), "it has fetched nothing");
    fillBesides();
    assertTrue(knowsAllOf(R1));
    assertTrue(knowsAllOf(R2));
    note(new RosaId(17, Role.ROUTER, "x1024"), CODE, 1);
    assertFalse(knowsAllOf(R1), "it was forgotten");
    assertFalse(knowsAllOf(R2), "it may have been");
    assertTrue(knowsAllOf(new RosaId(17, Role.ROUTER, "x1")));
    note(R1, OTHER, 1);
    note(R1, OTHER, 2);
    assertFalse(knowsAllOf(R1), "not all is on record again");
  }

  @Test
  void shouldNotForgetARouterThatFetchesTheSameSecretAgainAndAgain() {
    note(R1, CODE, 1);
    note(R2, CODE, 1);
    for (int i = 0; i < 1_100; i++) {
      note(new RosaId(17, Role.ROUTER, "y" + i), CODE, 1);
      if (i % 100 == 0) {
        note(R1, CODE, 1);
      }
    }
    assertEquals(Set.of(CODE), storage.withHandle(h -> FetchedSecrets.codesOf(h, R1)));
    assertTrue(knowsAllOf(R1));
    assertFalse(knowsAllOf(R2));
  }

  /** All routers that are remembered but one. */
  private void fillBesides() {
    List<Runnable> ends = new ArrayList<>();
    for (int i = 1; i < 1_024; i++) {
      RosaId router = new RosaId(17, Role.ROUTER, "x" + i);
      ends.add(fetched.note(router, CODE, 2).toCompletableFuture()::join);
    }
    ends.forEach(Runnable::run);
  }

  @Test
  void shouldForgetTheCodeThatARouterFetchedLongestAgoWhenItHasTooMany() {
    hold(1, 2);
    note(R1, CODE, 1);
    storage.useTransaction(
        handle -> {
          for (int i = 1; i < 4_096; i++) {
            handle.execute(
                "INSERT INTO fetched_secret (router, digest, epoch, noted) VALUES (?, ?, 1, ?)",
                R1.toString(),
                "%064x".formatted(i),
                i + 1);
          }
        });
    assertEquals(awaiting(2, R1), awaited(R1));
    assertTrue(knowsAllOf(R1));
    note(R1, OTHER, 1);
    assertFalse(knowsAllOf(R1));
    assertEquals(List.of(), awaited(R1));
    assertEquals(4_096, storage.withHandle(h -> FetchedSecrets.codesOf(h, R1)).size());
  }

  @Test
  void shouldWriteNothingWhenTheRouterFetchesASecretAgain() {
    note(R1, CODE, 1);
    note(R2, CODE, 1);
    note(R1, CODE, 1);
    assertEquals(1, storage.withHandle(FetchedSecretsTest::notedOfR1));
  }

  private static int notedOfR1(Handle handle) {
    return handle
        .select("SELECT noted FROM fetched_secret WHERE router = ?", R1.toString())
        .mapTo(Integer.class)
        .one();
  }

  @Test
  void shouldKnowNoRouterWhollyAfterARestore() {
    note(R1, CODE, 1);
    FetchedSecrets.forgetSinceBackup(storage);
    assertFalse(knowsAllOf(R1));
    assertFalse(knowsAllOf(R2));
    note(R2, CODE, 1);
    assertFalse(knowsAllOf(R2));
  }

  @Test
  void shouldKnowNoRouterWhollyWhenANewStorageBeginsWithASecretInUse() {
    assertTrue(knowsAllOf(R1));
    fetched.beginWithSecretInUse();
    hold(2);
    assertFalse(knowsAllOf(R1));
  }

  @Test
  void shouldKnowRoutersWhollyWhenASecretInUseIsNotTheFirst() {
    hold(1);
    fetched.beginWithSecretInUse();
    assertTrue(knowsAllOf(R1));
  }

  @Test
  void shouldKnowRoutersWhollyWhenTheStorageHadALeaseBeforeItsFirstSecretInUse() {
    storage.useTransaction(handle -> handle.execute("UPDATE catalogue SET leased = 1"));
    fetched.beginWithSecretInUse();
    hold(1);
    assertTrue(knowsAllOf(R1));
  }
}
