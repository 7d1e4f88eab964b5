package dev.rosa.as.state;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same acts on a PostgreSQL server. */
class RevocationsOnPostgresTest extends RevocationsTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
