package dev.rosa.as.policy;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same quotas with the records on a PostgreSQL server. */
class QuotaOnPostgresTest extends QuotaTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
