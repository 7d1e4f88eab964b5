package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import dev.rosa.storage.TestPostgres;
import dev.rosa.testkit.StoredBytes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodeRepositoryTest {

  private static final RosaId CAROL = new RosaId(17, Role.USER, "carol");
  private static final RosaId DAVE = new RosaId(17, Role.USER, "dave");

  /** More rows than the free pages that new tables take. */
  private static final int MANY = 3_000;

  @TempDir Path directory;

  private static byte[] jar(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static StoredCode code(RosaId publisher, String name, byte[] jar) {
    return new StoredCode(
        CodeDigest.ofBundle(jar), name, publisher, Instant.EPOCH, false, jar.length, "a.App");
  }

  /** A storage as the first version left it. */
  private Path firstVersion() throws Exception {
    Path file = directory.resolve("codeserver.db");
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    String url = "jdbc:sqlite:" + file;
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:" + CodeRepository.TABLES.migrations() + "/common")
        .target("1")
        .load()
        .migrate();
    Jdbi jdbi = Jdbi.create(url);
    insert(jdbi, code(CAROL, "counter", jar("one")), 1);
    insert(jdbi, code(DAVE, "counter", jar("two")), 2);
    jdbi.useHandle(handle -> handle.execute("UPDATE catalogue SET version = 2"));
    return file;
  }

  private static void insert(Jdbi jdbi, StoredCode code, int version) {
    jdbi.useHandle(
        handle ->
            handle.execute(
                "INSERT INTO code (digest, name, publisher, published_at, published_version,"
                    + " withdrawn_at, entry_class, size_bytes, bundle, publication)"
                    + " VALUES (?, ?, ?, 7, ?, ?, ?, 3, ?, ?)",
                code.digest().hex(),
                code.name(),
                code.publisher().toString(),
                version,
                version == 1 ? 9 : null,
                code.entryClass(),
                new byte[] {1, 2, 3},
                SignedStatement.getDefaultInstance().toByteArray()));
  }

  @Test
  void shouldKeepCodesAndGiveNamesToTheFirstWhenStorageIsOfTheFirstVersion() throws Exception {
    try (Storage storage =
        Storage.open(StorageLocation.of(firstVersion()), CodeRepository.TABLES)) {
      CodeRepository codes =
          new CodeRepository(storage, new NameOwners(Map.of(), PublisherQuota.DEFAULT));
      List<StoredCode> all = codes.list(true).codes();
      assertEquals(List.of(DAVE, CAROL), all.stream().map(StoredCode::publisher).toList());
      assertTrue(all.get(1).withdrawn());
      assertEquals(1, codes.list(false).codes().size());
      assertEquals(3, codes.bundle(all.get(0).digest()).orElseThrow().size());
      SignedStatement statement = SignedStatement.getDefaultInstance();
      StoredCode taken = code(DAVE, "counter", jar("three"));
      StatusRuntimeException refused =
          assertThrows(
              StatusRuntimeException.class, () -> codes.publish(taken, jar("three"), statement));
      assertTrue(refused.getMessage().contains("belongs to rosa://17/user/carol"));
      StoredCode hers = code(CAROL, "counter", jar("four"));
      assertEquals(hers, codes.publish(hers, jar("four"), statement));
      assertEquals(Set.of(), codes.barred());
    }
  }

  @Test
  void shouldSealSecretsWhenStorageIsOfTheFirstVersion() throws Exception {
    Path file = firstVersion();
    byte[] kci = "a secret of 32 bytes, not random".getBytes(StandardCharsets.US_ASCII);
    byte[] deleted = "32 bytes that were not overwritten".getBytes(StandardCharsets.US_ASCII);
    CodeDigest digest = CodeDigest.ofBundle(jar("one"));
    Jdbi.create("jdbc:sqlite:" + file)
        .useTransaction(
            handle -> {
              handle.execute("INSERT INTO code_secret VALUES (?, 7, ?)", digest.hex(), kci);
              for (int epoch = 8; epoch < MANY; epoch++) {
                handle.execute(
                    "INSERT INTO code_secret VALUES (?, ?, ?)", digest.hex(), epoch, deleted);
              }
              handle.execute("DELETE FROM code_secret WHERE epoch > 7");
            });
    assertEquals(List.of("codeserver.db"), StoredBytes.filesWith(kci, file));
    assertEquals(List.of("codeserver.db"), StoredBytes.filesWith(deleted, file));
    try (Storage storage = Storage.open(StorageLocation.of(file), CodeRepository.TABLES)) {
      assertEquals(List.of(), StoredBytes.filesWith(kci, file));
      assertEquals(List.of(), StoredBytes.filesWith(deleted, file));
      CodeSecret found = new SecretRepository(storage).find(digest, 7).orElseThrow();
      assertArrayEquals(kci, found.copyBytes());
    }
  }

  @Test
  void shouldKeepCodesAndSecretsOnAPostgresServer() throws Exception {
    StorageLocation database = TestPostgres.database();
    StoredCode code = code(CAROL, "counter", jar("one"));
    SignedStatement statement = SignedStatement.getDefaultInstance();
    CodeSecret secret = CodeSecret.of(new byte[32]);
    try (Storage storage = Storage.open(database, CodeRepository.TABLES)) {
      CodeRepository codes =
          new CodeRepository(storage, new NameOwners(Map.of(), PublisherQuota.DEFAULT));
      codes.publish(code(CAROL, "counter", jar("zero")), jar("zero"), statement);
      codes.publish(code, jar("one"), statement);
      SecretRepository secrets = new SecretRepository(storage);
      assertEquals(SecretRepository.Staging.STORED, secrets.stage(code.digest(), 1, secret));
      assertEquals(SecretRepository.Staging.STORED, secrets.stage(code.digest(), -1, secret));
      assertEquals(SecretRepository.Staging.KNOWN, secrets.stage(code.digest(), 1, secret));
    }
    try (Storage storage = Storage.open(database, CodeRepository.TABLES)) {
      CodeRepository codes =
          new CodeRepository(storage, new NameOwners(Map.of(), PublisherQuota.DEFAULT));
      assertEquals(code, codes.standingUnder("counter").get(0));
      assertEquals(
          code.digest(), codes.findByDigest(code.digest().hex().substring(0, 8)).get(0).digest());
      assertEquals(3, codes.bundle(code.digest()).orElseThrow().size());
      assertEquals(List.of(code), codes.bar(code.digest(), Instant.EPOCH));
      assertEquals(Set.of(code.digest()), codes.barred());
      assertEquals(1, codes.list(false).codes().size());
      CodeDirectory directory = new CodeDirectory(codes, new RouterAuthorizer(Map.of()));
      assertEquals(
          Status.Code.NOT_FOUND,
          assertThrows(StatusRuntimeException.class, () -> directory.meant("a\0"))
              .getStatus()
              .getCode());
      SecretRepository secrets = new SecretRepository(storage);
      long before = codes.version();
      assertTrue(secrets.retire(code.digest(), -1));
      assertEquals(before + 1, codes.version());
      assertTrue(secrets.find(code.digest(), -1).isEmpty());
      assertTrue(secrets.find(code.digest(), 1).isPresent());
    }
  }

  @Test
  void shouldCountEveryPublicationAndItsStatementAsStoredBytes() throws Exception {
    try (Storage storage =
        Storage.open(
            StorageLocation.of(directory.resolve("codeserver.db")), CodeRepository.TABLES)) {
      CodeRepository codes =
          new CodeRepository(storage, new NameOwners(Map.of(), PublisherQuota.DEFAULT));
      StoredCode code = code(CAROL, "counter", jar("one"));
      SignedStatement statement =
          SignedStatement.newBuilder().setStatement(ByteString.copyFrom(new byte[98])).build();
      for (int i = 1; i <= 3; i++) {
        codes.publish(code, jar("one"), statement);
        codes.withdraw(code, Instant.EPOCH);
        assertEquals(
            new PublisherQuota.Used(0, i, i * 100L), codes.usedBeside(CAROL, code.digest()));
      }
      assertEquals(
          new PublisherQuota.Used(0, 3, 303),
          codes.usedBeside(CAROL, CodeDigest.ofBundle(jar("x"))));
      assertEquals(new PublisherQuota.Used(0, 0, 0), codes.usedBeside(DAVE, code.digest()));
    }
  }
}
