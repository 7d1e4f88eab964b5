package dev.rosa.as.audit;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

class WitnessedLogOnPostgresTest extends WitnessedLogTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
