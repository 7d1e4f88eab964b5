package dev.rosa.as.audit;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same log on a PostgreSQL server. */
class AuditTreeOnPostgresTest extends AuditTreeTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
