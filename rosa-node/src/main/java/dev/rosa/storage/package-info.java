/**
 * Database of a role: one storage, the same care for its secrets in every role, requests that share
 * a transaction, and the dialects that stand behind it.
 *
 * <p>Depends on {@link dev.rosa.config}, on JDBI, Flyway and HikariCP; SQLite is known to {@code
 * SqliteDialect} alone, PostgreSQL to {@code PostgresDialect}. Start reading at {@link
 * dev.rosa.storage.Storage}. Another database is another {@code Dialect}.
 */
package dev.rosa.storage;
