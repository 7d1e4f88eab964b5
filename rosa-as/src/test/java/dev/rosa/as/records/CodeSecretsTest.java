package dev.rosa.as.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.Storage;
import dev.rosa.testkit.StoredBytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
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
    return new Epochs(storage, in(storage), HandlerFixture.acts(storage));
  }

  private static void retireAll(Storage storage) {
    storage.useTransaction(
        handle -> handle.execute("UPDATE code_secrets SET state = 'retired', kci = NULL"));
    storage.eraseDeleted();
  }

  @Test
  void shouldLeaveNoTraceOfARetiredSecret() throws Exception {
    Path file = folder.resolve("as.db");
    try (Storage storage = Storage.open(StorageLocation.of(file), AuthorizationRecords.TABLES)) {
      new CodeRegistry(storage, HandlerFixture.acts(storage))
          .add("transcoder", HandlerFixture.TRANSCODER);
      assertEquals(1, epochs(storage).openMissing());
      byte[] kci = in(storage).find(HandlerFixture.TRANSCODER, 1).orElseThrow().copyBytes();
      storage.eraseDeleted();
      assertEquals(List.of("as.db"), StoredBytes.filesWith(kci, file));
      retireAll(storage);
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
      assertEquals(List.of(), epochs(storage).live());
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
      assertArrayEquals(
          kci, in(storage).find(HandlerFixture.TRANSCODER, 1).orElseThrow().copyBytes());
      retireAll(storage);
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
    }
  }
}
