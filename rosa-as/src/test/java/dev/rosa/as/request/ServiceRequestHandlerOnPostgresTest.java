package dev.rosa.as.request;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same requests with the records on a PostgreSQL server. */
class ServiceRequestHandlerOnPostgresTest extends ServiceRequestHandlerTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
