package dev.rosa.as.records;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same memory of a policy that is on a PostgreSQL server. */
class PolicyMemoryOnPostgresTest extends PolicyMemoryTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
