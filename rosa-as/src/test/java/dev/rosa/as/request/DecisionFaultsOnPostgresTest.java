package dev.rosa.as.request;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same faults of a PostgreSQL server and of the connections to it. */
class DecisionFaultsOnPostgresTest extends DecisionFaultsTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }

  @Override
  int failures() {
    return Integer.getInteger("rosa.faults", 10);
  }

  @Override
  int sharedSteps() {
    return 6;
  }
}
