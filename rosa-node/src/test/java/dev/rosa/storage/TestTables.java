package dev.rosa.storage;

import java.util.List;

/** Tables of no role, for tests. */
public final class TestTables {

  /** A private key beside the secrets. */
  public static final KeyColumn KEY = new KeyColumn("signing_key", "private_key");

  /** Secrets, and names with any bytes. */
  public static final Tables TABLES =
      new Tables(
          "rosa_test",
          "dev/rosa/storage/migrations",
          new SecretTable("code_secret", "digest", "epoch", "kci"),
          List.of(KEY));

  private TestTables() {}

  /** Failure of a disk or a database server. */
  public static StorageException outage(String message) {
    return new StorageException(message, null);
  }
}
