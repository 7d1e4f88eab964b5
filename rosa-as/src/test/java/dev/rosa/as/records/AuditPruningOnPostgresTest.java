package dev.rosa.as.records;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

class AuditPruningOnPostgresTest extends AuditPruningTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
