package dev.rosa.storage;

/** Tables of no role, for tests. */
public final class TestTables {

  /** Secrets, and names with any bytes. */
  public static final Tables TABLES =
      new Tables(
          "rosa_test",
          "dev/rosa/storage/migrations",
          new SecretTable("code_secret", "digest", "epoch", "kci"));

  private TestTables() {}
}
