package dev.rosa.as.records;

import dev.rosa.as.policy.Refusal;
import dev.rosa.config.HostPort;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.Storage;
import io.grpc.Status;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Table of the secrets (Kci) per code and epoch [ROSA §4.2.1]. Epochs start at 1. The highest
 * active one is issued under, older ones stay for the sessions that still run, retired ones have no
 * bytes any more. {@link Epochs} says how they begin, {@link EpochEnds} how they end. Thread-safe.
 */
public final class CodeSecrets {
  /** A secret with its code and epoch; the caller must destroy it. */
  public record EpochSecret(CodeDigest code, int epoch, CodeSecret secret) {}

  private final Storage storage;
  private final SecureRandom random;
  private final InstantSource clock;
  private final List<HostPort> codeServers;

  public CodeSecrets(
      Storage storage, SecureRandom random, InstantSource clock, List<HostPort> codeServers) {
    this.storage = storage;
    this.random = random;
    this.clock = clock;
    this.codeServers = List.copyOf(codeServers);
  }

  /** Makes a secret, in the transaction that counts its epoch. */
  void insertStaged(Handle handle, CodeDigest code, int epoch) {
    CodeSecret secret = CodeSecret.random(random);
    try {
      handle.execute(
          "INSERT INTO code_secrets (code_digest, epoch, state, kci, created_at)"
              + " VALUES (?, ?, 'staged', ?, ?)",
          code.toBytes(),
          Integer.toUnsignedLong(epoch),
          storage.secrets().seal(handle, code, epoch, secret),
          clock.instant().getEpochSecond());
    } finally {
      secret.destroy();
    }
  }

  /**
   * The secret to issue under now.
   *
   * @throws Refusal UNAVAILABLE, naming the Code Servers, if there is none
   */
  public EpochSecret current(CodeRegistry.Code code) throws Refusal {
    return storage
        .withHandle(handle -> newestActive(handle, code.digest()))
        .orElseThrow(() -> notStaged(code.name()));
  }

  private Optional<EpochSecret> newestActive(Handle handle, CodeDigest code) {
    return handle
        .createQuery(
            "SELECT * FROM code_secrets WHERE code_digest = :digest AND state = 'active'"
                + " ORDER BY epoch DESC LIMIT 1")
        .bind("digest", code.toBytes())
        .map(this::row)
        .findOne();
  }

  private Refusal notStaged(String code) {
    return new Refusal(
        Status.Code.UNAVAILABLE,
        "code '%s' is not usable yet: its secret is on its way to the code servers %s; try again"
            .formatted(
                code,
                codeServers.stream().map(HostPort::toString).collect(Collectors.joining(", "))));
  }

  /** The secret of an epoch, unless it was retired; the caller must destroy it. */
  public Optional<CodeSecret> find(CodeDigest code, int epoch) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM code_secrets"
                        + " WHERE code_digest = :digest AND epoch = :epoch AND state <> 'retired'")
                .bind("digest", code.toBytes())
                .bind("epoch", Integer.toUnsignedLong(epoch))
                .map(this::row)
                .findOne()
                .map(EpochSecret::secret));
  }

  private EpochSecret row(ResultSet row, StatementContext context) throws SQLException {
    CodeDigest code = CodeDigest.of(row.getBytes("code_digest"));
    int epoch = (int) row.getLong("epoch");
    return new EpochSecret(code, epoch, storage.secrets().open(code, epoch, row.getBytes("kci")));
  }
}
