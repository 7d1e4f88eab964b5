package dev.rosa.as.records;

import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.TestPostgres;
import org.jdbi.v3.core.Jdbi;

/** The same rows on a PostgreSQL server. */
class EarlierAuditOnPostgresTest extends EarlierAuditTest {

  @Override
  StorageLocation database() {
    return TestPostgres.database();
  }

  @Override
  Jdbi versionFour(StorageLocation database) {
    String url = database.url().orElseThrow();
    migrate(url, "postgresql", AuthorizationRecords.TABLES.schema());
    return Jdbi.create(url + "&currentSchema=" + AuthorizationRecords.TABLES.schema());
  }
}
