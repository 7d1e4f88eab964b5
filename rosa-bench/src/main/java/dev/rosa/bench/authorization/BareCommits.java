package dev.rosa.bench.authorization;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.storage.SecretTable;
import dev.rosa.storage.Storage;
import dev.rosa.storage.Tables;
import java.security.SecureRandom;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Measurement of a database's ceiling: durable transactions that store only the two rows which a
 * session must leave behind. They are a row of the audit record and one of the session. Owned by
 * one thread.
 */
final class BareCommits implements AutoCloseable {

  private static final Tables TABLES =
      new Tables(
          "rosa_bench",
          "dev/rosa/bench/authorization/migrations",
          new SecretTable("code_secret", "digest", "epoch", "kci"));

  /** Most requests that a server commits together. */
  private static final int MOST_TOGETHER = 128;

  private static final int STATEMENT_BYTES = 150;
  private static final int SIGNATURE_BYTES = 71;
  private static final int CERTIFICATE_BYTES = 600;
  private static final int DIGEST_BYTES = 32;
  private static final int ID_BYTES = 16;

  private final Storage storage;
  private final SecureRandom random = new SecureRandom();

  BareCommits(StorageLocation location) throws ConfigException {
    this.storage = Storage.open(location, TABLES);
  }

  /** Sessions in a second, when so many wait for a commit together. */
  double rate(int callers, double seconds) {
    int together = Math.min(callers, MOST_TOGETHER);
    long began = System.nanoTime();
    long stored = 0;
    double taken = 0;
    while (taken < seconds) {
      storage.useTransaction(handle -> store(handle, together));
      stored += together;
      taken = (System.nanoTime() - began) / 1e9;
    }
    return stored / taken;
  }

  private void store(Handle handle, int together) {
    PreparedBatch audit =
        handle.prepareBatch(
            "INSERT INTO audit (received_millis, caller, session, statement, signature,"
                + " certificate) VALUES (?, ?, ?, ?, ?, ?)");
    PreparedBatch sessions =
        handle.prepareBatch(
            "INSERT INTO sessions (session, caller, request_id, rule, set_, u, code_digest)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (int i = 0; i < together; i++) {
      long session = random.nextLong();
      String caller = "rosa://29/user/u" + i % MOST_TOGETHER;
      byte[] statement = bytes(STATEMENT_BYTES);
      audit.add(
          session, caller, session, statement, bytes(SIGNATURE_BYTES), bytes(CERTIFICATE_BYTES));
      sessions.add(session, caller, bytes(ID_BYTES), 1, 1, bytes(ID_BYTES), bytes(DIGEST_BYTES));
    }
    audit.execute();
    sessions.execute();
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    storage.close();
  }
}
