package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageException;
import dev.rosa.storage.Tables;
import dev.rosa.storage.TestPostgres;
import dev.rosa.testkit.StoredBytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeSecretsTest {

  @TempDir private Path folder;

  private static CodeSecrets in(Storage storage) {
    return new CodeSecrets(storage, new SecureRandom(), InstantSource.system(), List.of());
  }

  private static Epochs epochs(Storage storage) {
    return new Epochs(storage, in(storage), HandlerFixture.acts(storage), Duration.ZERO);
  }

  private static void retireAll(Storage storage) {
    storage.useTransaction(
        handle -> handle.execute("UPDATE code_secrets SET state = 'retired', kci = NULL"));
    storage.eraseDeleted();
  }

  private static byte[] sealed(Storage storage) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT kci FROM code_secrets")
                .map((row, context) -> row.getBytes(1))
                .one());
  }

  @Test
  void shouldLeaveNoTraceOfARetiredSecret() throws Exception {
    Path file = folder.resolve("as.db");
    try (Storage storage = Storage.open(StorageLocation.of(file), AuthorizationRecords.TABLES)) {
      new CodeRegistry(storage, HandlerFixture.acts(storage))
          .add("transcoder", HandlerFixture.TRANSCODER);
      assertEquals(1, epochs(storage).openMissing());
      byte[] kci = in(storage).find(HandlerFixture.TRANSCODER, 1).orElseThrow().copyBytes();
      byte[] sealed = sealed(storage);
      storage.eraseDeleted();
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
      assertEquals(List.of("as.db"), StoredBytes.filesWith(sealed, file));
      retireAll(storage);
      assertEquals(List.of(), StoredBytes.filesWith(sealed, file));
      assertEquals(List.of(), epochs(storage).live());
    }
  }

  @Test
  void shouldNotTakeTheSecretOfAnotherEpoch() throws Exception {
    Path file = folder.resolve("as.db");
    try (Storage storage = Storage.open(StorageLocation.of(file), AuthorizationRecords.TABLES)) {
      new CodeRegistry(storage, HandlerFixture.acts(storage))
          .add("transcoder", HandlerFixture.TRANSCODER);
      CodeSecrets secrets = in(storage);
      assertEquals(1, epochs(storage).openMissing());
      storage.useTransaction(handle -> handle.execute("UPDATE code_secrets SET epoch = 2"));
      String refusal =
          assertThrows(StorageException.class, () -> secrets.find(HandlerFixture.TRANSCODER, 2))
              .getMessage();
      assertTrue(refusal.contains(", epoch 2 does not open with the storage key"), refusal);
    }
  }

  /** A storage as the first version left it, with one secret of those bytes. */
  private Path firstVersion(byte[] kci) throws Exception {
    Path file = folder.resolve("as.db");
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    String url = "jdbc:sqlite:" + file;
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:" + AuthorizationRecords.TABLES.migrations() + "/sqlite")
        .target("1")
        .load()
        .migrate();
    byte[] digest = HandlerFixture.TRANSCODER.toBytes();
    Jdbi jdbi = Jdbi.create(url);
    jdbi.useHandle(
        handle -> {
          handle.execute("INSERT INTO codes VALUES ('transcoder', ?, 'admin', 1)", digest);
          handle.execute("INSERT INTO code_secrets VALUES (?, 1, 'active', ?, 7)", digest, kci);
        });
    return file;
  }

  @Test
  void shouldKeepSecretsWhenStorageIsOfTheFirstVersion() throws Exception {
    byte[] kci = "a secret of 32 bytes, not random".getBytes(StandardCharsets.US_ASCII);
    Path file = firstVersion(kci);
    try (Storage storage = Storage.open(StorageLocation.of(file), AuthorizationRecords.TABLES)) {
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
      assertArrayEquals(
          kci, in(storage).find(HandlerFixture.TRANSCODER, 1).orElseThrow().copyBytes());
    }
  }

  @Test
  void shouldSealSecretsOfAPostgresServerAtTheFirstStartWithAKey() throws Exception {
    byte[] kci = "a secret of 32 bytes, not random".getBytes(StandardCharsets.US_ASCII);
    byte[] digest = HandlerFixture.TRANSCODER.toBytes();
    StorageLocation database = TestPostgres.database();
    String url = database.url().orElseThrow();
    Tables tables = AuthorizationRecords.TABLES;
    Flyway.configure()
        .dataSource(url, null, null)
        .schemas(tables.schema())
        .locations("classpath:" + tables.migrations() + "/postgresql")
        .target("4")
        .load()
        .migrate();
    Jdbi.create(url)
        .useHandle(
            handle ->
                handle.execute(
                    "INSERT INTO rosa_as.code_secrets VALUES (?, 4294967295, 'active', ?, 7)",
                    digest,
                    kci));
    try (Storage storage = Storage.open(database, tables)) {
      assertEquals(61, sealed(storage).length);
      assertArrayEquals(
          kci, in(storage).find(HandlerFixture.TRANSCODER, -1).orElseThrow().copyBytes());
    }
  }
}
