package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodeStorageTest {

  private static final RosaId CAROL = new RosaId(17, Role.USER, "carol");
  private static final RosaId DAVE = new RosaId(17, Role.USER, "dave");

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
        .locations("classpath:dev/rosa/codeserver/migrations")
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
    try (CodeStorage storage = CodeStorage.open(firstVersion())) {
      CodeRepository codes = new CodeRepository(storage, new NameOwners(Map.of()));
      List<StoredCode> all = codes.list(true);
      assertEquals(List.of(DAVE, CAROL), all.stream().map(StoredCode::publisher).toList());
      assertTrue(all.get(1).withdrawn());
      assertEquals(1, codes.list(false).size());
      assertEquals(3, codes.bundle(all.get(0).digest()).orElseThrow().size());
      SignedStatement statement = SignedStatement.getDefaultInstance();
      assertTrue(
          codes
              .publish(code(DAVE, "counter", jar("three")), jar("three"), statement)
              .orElseThrow()
              .contains("belongs to rosa://17/user/carol"));
      assertTrue(
          codes.publish(code(CAROL, "counter", jar("four")), jar("four"), statement).isEmpty());
    }
  }
}
