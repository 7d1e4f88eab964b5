package dev.rosa.bench.authorization;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.TemporaryPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Its superuser could run programs as the user of the bench. */
class TemporaryPostgresTest {

  @TempDir private Path folder;

  @BeforeEach
  void requirePostgres() {
    String path = System.getenv().getOrDefault("PATH", "");
    assumeTrue(
        Files.isDirectory(Path.of("/usr/lib/postgresql"))
            || Stream.of(path.split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "initdb"))),
        "PostgreSQL is not installed");
  }

  private static Connection connect(TemporaryPostgres server, String password) throws SQLException {
    Properties properties = new Properties();
    if (password != null) {
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(server.location().url().orElseThrow(), properties);
  }

  @Test
  void shouldLetInOnlyItsUserWhenOtherUsersReachItsAddress()
      throws IOException, InterruptedException, SQLException {
    Path passwords;
    try (TemporaryPostgres server = TemporaryPostgres.start(folder.resolve("data"))) {
      assertThrows(SQLException.class, () -> connect(server, null).close());
      assertThrows(SQLException.class, () -> connect(server, "rosa").close());
      passwords = server.passwords();
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(passwords)));
      String line = Files.readString(passwords).strip();
      try (Connection connection = connect(server, line.substring(line.lastIndexOf(':') + 1))) {
        assertTrue(connection.isValid(0));
      }
    }
    assertFalse(Files.exists(passwords));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }
}
