package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/**
 * Look into a role's database that changes nothing, for a check of the configuration.
 *
 * @param unlocking with the storage key of today
 * @param owner the domain that it must belong to
 */
record StorageLook(Dialect dialect, Tables tables, Unlocking unlocking, StorageOwner owner) {

  private static final String IDENTITY = "storage_identity";

  /**
   * Looks.
   *
   * @throws ConfigException in one line if a server would not start on it
   */
  void look() throws ConfigException {
    Optional<DataSource> source = dialect.openToLook();
    if (source.isEmpty()) {
      return;
    }
    try {
      look(source.get());
    } catch (SQLException | RuntimeException e) {
      throw new ConfigException(
          dialect.name() + ": the storage cannot be used: " + SqliteDialect.sentence(e), e);
    }
  }

  private void look(DataSource source) throws SQLException, ConfigException {
    Set<String> found = tablesOf(source);
    if (found.isEmpty()) {
      return; // A server makes its own.
    }
    if (!found.contains(Migrations.HISTORY)) {
      throw new ConfigException(Migrations.foreign(dialect));
    }
    Optional<String> later = new Migrations(source, dialect, tables).later();
    if (later.isPresent()) {
      throw new ConfigException(dialect.name() + ": " + later.get());
    }
    if (found.contains(IDENTITY)) {
      lookAtIdentity(Jdbi.create(source));
    }
  }

  private void lookAtIdentity(Jdbi jdbi) throws ConfigException {
    Optional<StorageIdentity> identity = jdbi.withHandle(StorageIdentity::find);
    if (identity.isPresent()) {
      identity.get().requireOwner(dialect.name(), owner);
      SealedSecrets unused = unlocking.opened(identity.get());
    }
  }

  private Set<String> tablesOf(DataSource source) throws SQLException {
    Set<String> names = new TreeSet<>();
    try (Connection connection = source.getConnection();
        ResultSet tables =
            connection
                .getMetaData()
                .getTables(
                    null, dialect.schema().orElse(null), "%", new String[] {"TABLE", "VIEW"})) {
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
    }
    return names;
  }
}
