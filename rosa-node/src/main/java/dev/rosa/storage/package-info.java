/**
 * Database of a role: one storage, the same care for its secrets in every role, requests that share
 * a transaction, backup and restore, and the dialects that stand behind it.
 *
 * <p>Depends on {@link dev.rosa.config} and {@link dev.rosa.keys}, on JDBI, Flyway and HikariCP;
 * SQLite is known to {@code SqliteDialect} and the classes of backup and restore, PostgreSQL to
 * {@code PostgresDialect}. Start reading at {@link dev.rosa.storage.Storage}; secrets in tables are
 * {@link dev.rosa.storage.SealedSecrets}, first sealed by {@code Unlocking}. Another database is
 * another {@code Dialect}.
 */
package dev.rosa.storage;
