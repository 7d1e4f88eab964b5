package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.sqlite.SQLiteDataSource;

/**
 * Schema of a backup, compared with the one that the migrations make up to the backup's version. A
 * trigger, a view or a table beside it could run statements of the backup's maker. Before the
 * comparison only {@code sqlite_master} and plain tables are read.
 *
 * @param original the file, as a dialect
 * @param copy of the backup: a database of a moment is beside it, with its name
 */
record BackupSchema(SqliteDialect original, Path copy, Tables tables) {

  private static final String HISTORY = "flyway_schema_history";
  private static final String IDENTITY = "storage_identity";
  private static final String END = ", expected a file that the command 'backup' made";
  private static final int MOST_NAME_CHARS = 64;

  private static final Comparator<Part> ORDER =
      Comparator.comparing(Part::type)
          .thenComparing(Part::name)
          .thenComparing(Part::table)
          .thenComparing(Part::sql);

  /** Table, index, trigger or view. */
  private record Part(String type, String name, String table, String sql) {

    /** True for a table whose rows are in the file, as they are. */
    boolean isPlainTable(String wanted) {
      return type.equals("table")
          && name.equals(wanted)
          && sql.startsWith("CREATE TABLE ")
          && !sql.contains("GENERATED ALWAYS");
    }

    @Override
    public String toString() {
      return type + " " + shown(name);
    }
  }

  /**
   * Checks the backup that a handle has open.
   *
   * @throws ConfigException in one line if its schema is another one
   */
  void require(Handle handle) throws ConfigException {
    handle.execute("PRAGMA trusted_schema = OFF");
    List<Part> found = parts(handle);
    if (!hasPlainTable(found, HISTORY) || !hasPlainTable(found, IDENTITY)) {
      throw refusal("is no storage of a role, expected a backup of one of " + tables.schema());
    }
    requireRole(handle);
    requireSame(found, expected(newest(handle)));
  }

  private static boolean hasPlainTable(List<Part> parts, String name) {
    return parts.stream().filter(part -> part.name().equalsIgnoreCase(name)).count() == 1
        && parts.stream().anyMatch(part -> part.isPlainTable(name));
  }

  private ConfigException refusal(String sentence) {
    return new ConfigException(original.name() + ": " + sentence);
  }

  /** A name out of the backup, fit for one line. */
  private static String shown(String name) {
    String kept = name.substring(0, Math.min(name.length(), MOST_NAME_CHARS));
    return kept.replaceAll("[^A-Za-z0-9_.-]", "?");
  }

  private static List<Part> parts(Handle handle) {
    return handle
        .createQuery(
            "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master"
                + " ORDER BY type, name, tbl_name, sql")
        .map(
            (row, context) ->
                new Part(row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
        .list();
  }

  private void requireRole(Handle handle) throws ConfigException {
    Optional<String> role =
        handle.createQuery("SELECT role FROM storage_identity").mapTo(String.class).findFirst();
    if (role.isPresent() && !role.get().equals(tables.schema())) {
      throw refusal(
          "is a storage of %s, expected one of %s".formatted(shown(role.get()), tables.schema()));
    }
  }

  private static MigrationVersion newest(Handle handle) {
    return handle
        .createQuery("SELECT version FROM flyway_schema_history WHERE version IS NOT NULL")
        .mapTo(String.class)
        .stream()
        .map(MigrationVersion::fromVersion)
        .max(MigrationVersion::compareTo)
        .orElse(MigrationVersion.EMPTY);
  }

  /** The schema of an empty storage of that version. */
  private List<Part> expected(MigrationVersion version) throws ConfigException {
    Path file = null;
    try {
      file =
          Files.createTempFile(
              copy.toAbsolutePath().getParent(), copy.getFileName() + ".expected", ".db");
      SQLiteDataSource source = new SQLiteDataSource();
      source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
      Optional<String> unknown = new Migrations(source, original, tables).unknown(version);
      if (unknown.isPresent()) {
        throw refusal(unknown.get());
      }
      new Migrations(source, original, tables, version).apply();
      return Jdbi.create(source).withHandle(BackupSchema::parts);
    } catch (IOException e) {
      throw new ConfigException(
          "%s: a database to compare with cannot be made: %s"
              .formatted(original.name(), ConfigException.oneLine(e)),
          e);
    } finally {
      delete(file);
    }
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The comparison itself has succeeded or failed before.
      return;
    }
  }

  private void requireSame(List<Part> found, List<Part> expected) throws ConfigException {
    requireNone(expected, found, "lacks the %s of a storage of its version"::formatted);
    requireNone(found, expected, "has the %s, which no storage of its version has"::formatted);
    if (found.size() != expected.size()) {
      throw refusal("names a table, index, trigger or view twice" + END);
    }
  }

  private void requireNone(List<Part> parts, List<Part> others, UnaryOperator<String> sentence)
      throws ConfigException {
    TreeSet<Part> beside = new TreeSet<>(ORDER);
    beside.addAll(parts);
    others.forEach(beside::remove);
    if (!beside.isEmpty()) {
      throw refusal(sentence.apply(beside.first().toString()) + END);
    }
  }
}
