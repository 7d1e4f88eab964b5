package dev.rosa.as.administration;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same acts with the records on a PostgreSQL server. */
class AdministrationHandlerOnPostgresTest extends AdministrationHandlerTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
