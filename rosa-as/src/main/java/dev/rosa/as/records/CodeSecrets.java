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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Secrets (Kci) per code and epoch [ROSA §4.2.1]: made here, staged at every Code Server, then
 * active. A session is only issued under a secret that every configured Code Server holds.
 * Thread-safe.
 *
 * <p>Epochs start at 1. A refresh adds the next epoch as staged; the highest active one is issued
 * under, older ones stay for the sessions that still run, retired ones have no bytes any more.
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

  /** Makes the first secret of every code that has none; returns how many were made. */
  public int openFirstEpochs() {
    List<byte[]> without =
        storage.withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT DISTINCT digest FROM codes WHERE active = 1 AND NOT EXISTS"
                            + " (SELECT 1 FROM code_secrets WHERE code_digest = digest)")
                    .map((row, context) -> row.getBytes("digest"))
                    .list());
    without.forEach(digest -> storage.useTransaction(handle -> insertStaged(handle, digest, 1)));
    return without.size();
  }

  private void insertStaged(Handle handle, byte[] digest, int epoch) {
    CodeSecret secret = CodeSecret.random(random);
    try {
      handle.execute(
          "INSERT INTO code_secrets (code_digest, epoch, state, kci, created_at)"
              + " VALUES (?, ?, 'staged', ?, ?) ON CONFLICT DO NOTHING",
          digest,
          Integer.toUnsignedLong(epoch),
          storage.secrets().seal(handle, CodeDigest.of(digest), epoch, secret),
          clock.instant().getEpochSecond());
    } finally {
      secret.destroy();
    }
  }

  /** The secrets of active codes that are not retired, oldest first. */
  public List<EpochSecret> live() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM code_secrets WHERE state <> 'retired' AND code_digest IN"
                        + " (SELECT digest FROM codes WHERE active = 1) ORDER BY created_at, epoch")
                .map(this::row)
                .list());
  }

  /** Notes that a Code Server holds a secret; the last of them makes it active. */
  public void confirm(EpochSecret confirmed, HostPort codeServer) {
    byte[] digest = confirmed.code().toBytes();
    long epoch = Integer.toUnsignedLong(confirmed.epoch());
    storage.useTransaction(
        handle -> {
          handle.execute(
              "INSERT INTO staging_confirmations (code_digest, epoch, code_server, confirmed_at)"
                  + " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
              digest,
              epoch,
              codeServer.toString(),
              clock.instant().getEpochSecond());
          if (unconfirmed(handle, digest, epoch).isEmpty()) {
            handle.execute(
                "UPDATE code_secrets SET state = 'active'"
                    + " WHERE code_digest = ? AND epoch = ? AND state = 'staged'",
                digest,
                epoch);
          }
        });
  }

  private Set<String> unconfirmed(Handle handle, byte[] digest, long epoch) {
    Set<String> waiting =
        codeServers.stream().map(HostPort::toString).collect(Collectors.toCollection(HashSet::new));
    handle
        .createQuery(
            "SELECT code_server FROM staging_confirmations"
                + " WHERE code_digest = :digest AND epoch = :epoch")
        .bind("digest", digest)
        .bind("epoch", epoch)
        .mapTo(String.class)
        .forEach(waiting::remove);
    return waiting;
  }

  /**
   * The secret to issue under now.
   *
   * @throws Refusal UNAVAILABLE, naming the Code Servers that have not confirmed it
   */
  public EpochSecret current(CodeRegistry.Code code) throws Refusal {
    byte[] digest = code.digest().toBytes();
    return storage.withHandle(
        handle -> {
          Optional<EpochSecret> newest =
              handle
                  .createQuery(
                      "SELECT * FROM code_secrets WHERE code_digest = :digest AND state <>"
                          + " 'retired' ORDER BY state = 'active' DESC, epoch DESC LIMIT 1")
                  .bind("digest", digest)
                  .map(this::row)
                  .findOne();
          if (newest.isEmpty()) {
            throw notStaged(code.name(), codeServers.stream().map(HostPort::toString).toList());
          }
          Set<String> waiting =
              unconfirmed(handle, digest, Integer.toUnsignedLong(newest.get().epoch()));
          if (!waiting.isEmpty()) {
            newest.get().secret().destroy();
            throw notStaged(code.name(), waiting.stream().sorted().toList());
          }
          return newest.get();
        });
  }

  private static Refusal notStaged(String code, List<String> waiting) {
    return new Refusal(
        Status.Code.UNAVAILABLE,
        "code '%s' is not usable yet: code server %s has not confirmed its secret; try again"
            .formatted(code, String.join(", ", waiting)));
  }

  /** The secret of an earlier session, unless it was retired. */
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
