package dev.rosa.codeserver;

import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;

/** The same publications with the codes on a PostgreSQL server. */
class CodeOwnershipOnPostgresTest extends CodeOwnershipTest {

  private final StorageLocation database = TestPostgres.database();

  @Override
  StorageLocation database() {
    return database;
  }
}
