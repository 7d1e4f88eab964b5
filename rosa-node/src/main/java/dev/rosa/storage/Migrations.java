package dev.rosa.storage;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Migrations of a role's tables in one database to the present version, by Flyway. One thread's.
 */
final class Migrations {

  /** Table in which Flyway notes them. */
  static final String HISTORY = "flyway_schema_history";

  private final Dialect dialect;
  private final Flyway flyway;

  Migrations(DataSource source, Dialect dialect, Tables tables) {
    this(source, dialect, tables, MigrationVersion.LATEST);
  }

  /** The same up to a version, which is one of them. */
  Migrations(DataSource source, Dialect dialect, Tables tables, MigrationVersion target) {
    FluentConfiguration configuration =
        Flyway.configure(Storage.class.getClassLoader())
            .dataSource(source)
            .locations(tables.locations(dialect.folder()))
            .target(target);
    dialect.schema().ifPresent(configuration::schemas);
    this.dialect = dialect;
    this.flyway = configuration.load();
  }

  /**
   * Brings the tables up to date.
   *
   * @return whether there were none before
   * @throws StorageException in one line if a later version of ROSA made them
   */
  boolean apply() {
    Optional<String> later = later();
    if (later.isPresent()) {
      throw new StorageException(dialect.name() + ": " + later.get(), null);
    }
    if (flyway.info().pending().length == 0) {
      // A migration takes an advisory lock, which every account of the server may hold.
      flyway.validate();
      return false;
    }
    try {
      return flyway.migrate().initialSchemaVersion == null;
    } catch (FlywayException e) {
      throw e.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE
          ? new StorageException(foreign(dialect), e)
          : e;
    }
  }

  /** The refusal of a database of another program. */
  static String foreign(Dialect dialect) {
    return dialect.name()
        + dialect
            .schema()
            .map(
                schema ->
                    ": its schema "
                        + schema
                        + " has tables that are not ROSA's, expected an empty database")
            .orElse(": has tables that are not ROSA's, expected a file that does not exist yet");
  }

  /** The refusal of tables that a later version of ROSA made; empty if there is no such table. */
  Optional<String> later() {
    MigrationInfo[] all = flyway.info().all();
    return later(newest(all, false), newest(all, true));
  }

  /** The refusal of tables of a version that is none of these; empty if it is one. */
  Optional<String> unknown(MigrationVersion version) {
    MigrationInfo[] all = flyway.info().all();
    boolean isOne =
        Arrays.stream(all)
            .filter(each -> each.getState().isResolved())
            .anyMatch(each -> version.equals(each.getVersion()));
    return isOne
        ? Optional.empty()
        : later(version, newest(all, true))
            .or(() -> Optional.of("has tables of version " + version + ", which no ROSA made"));
  }

  private static Optional<String> later(MigrationVersion newest, MigrationVersion known) {
    return newest.compareTo(known) > 0
        ? Optional.of(
            "has tables of version %s, made by a later ROSA, expected at most version %s"
                .formatted(newest, known))
        : Optional.empty();
  }

  private static MigrationVersion newest(MigrationInfo[] all, boolean known) {
    return Arrays.stream(all)
        .filter(each -> !known || each.getState().isResolved())
        .map(MigrationInfo::getVersion)
        .filter(Objects::nonNull)
        .max(MigrationVersion::compareTo)
        .orElse(MigrationVersion.EMPTY);
  }
}
