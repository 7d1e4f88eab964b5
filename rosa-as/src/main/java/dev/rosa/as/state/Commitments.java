package dev.rosa.as.state;

import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Commitments to the secrets of epochs that are not retired, beside the secrets in the database
 * [ADR 39]. Each secret is opened for it once, in the transaction that signs the first state with
 * its epoch.
 */
final class Commitments {

  /** An epoch and its commitment, if there is one yet. */
  private record Committed(CodeDigest code, int epoch, Optional<SecretCommitment> commitment) {}

  private final Storage storage;
  private final int domain;

  Commitments(Storage storage, int domain) {
    this.storage = storage;
    this.domain = domain;
  }

  /** The commitments of each code by epoch; empty while one is missing. */
  Optional<Map<CodeDigest, Map<Integer, SecretCommitment>>> all(Handle handle) {
    Map<CodeDigest, Map<Integer, SecretCommitment>> all = new HashMap<>();
    for (Committed each : stored(handle)) {
      if (each.commitment().isEmpty()) {
        return Optional.empty();
      }
      SecretCommitment unused =
          all.computeIfAbsent(each.code(), code -> new HashMap<>())
              .put(each.epoch(), each.commitment().get());
    }
    return Optional.of(all);
  }

  private List<Committed> stored(Handle handle) {
    return handle
        .createQuery(
            "SELECT code_digest, epoch, commitment FROM code_secrets WHERE state <> 'retired'")
        .map((row, context) -> stored(row))
        .list();
  }

  private Committed stored(ResultSet row) throws SQLException {
    CodeDigest code = CodeDigest.of(row.getBytes("code_digest"));
    int epoch = (int) row.getLong("epoch");
    return new Committed(
        code,
        epoch,
        Optional.ofNullable(row.getBytes("commitment"))
            .map(bytes -> SecretCommitment.of(domain, code, epoch, bytes)));
  }

  /** Makes those that are missing. */
  void makeMissing(Handle handle) {
    List<Committed> made =
        handle
            .createQuery(
                "SELECT code_digest, epoch, kci FROM code_secrets"
                    + " WHERE state <> 'retired' AND commitment IS NULL")
            .map((row, context) -> made(row))
            .list();
    for (Committed each : made) {
      handle.execute(
          "UPDATE code_secrets SET commitment = ? WHERE code_digest = ? AND epoch = ?",
          each.commitment().orElseThrow().toBytes(),
          each.code().toBytes(),
          Integer.toUnsignedLong(each.epoch()));
    }
  }

  private Committed made(ResultSet row) throws SQLException {
    CodeDigest code = CodeDigest.of(row.getBytes("code_digest"));
    int epoch = (int) row.getLong("epoch");
    CodeSecret secret = storage.secrets().open(code, epoch, row.getBytes("kci"));
    try {
      return new Committed(
          code, epoch, Optional.of(SecretCommitment.to(domain, code, epoch, secret)));
    } finally {
      secret.destroy();
    }
  }
}
