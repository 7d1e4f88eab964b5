/**
 * Database of a role: SQLite or PostgreSQL, sealed secrets, transactions that requests share,
 * backup and restore.
 *
 * <p>Depends on {@link dev.rosa.config} and {@link dev.rosa.keys}, on JDBI, Flyway and HikariCP;
 * SQLite is known to {@code SqliteDialect} and the classes of backup and restore, PostgreSQL to
 * {@code PostgresDialect}. Start reading at {@link dev.rosa.storage.Storage}; secrets in tables are
 * {@link dev.rosa.storage.SealedSecrets}, first sealed by {@code Unlocking}. Another database is
 * another {@code Dialect}.
 */
package dev.rosa.storage;
