package dev.rosa.codeserver.witness;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

class LogWitnessOnPostgresTest extends LogWitnessTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
