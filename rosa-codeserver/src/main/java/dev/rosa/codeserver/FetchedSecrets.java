package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Record of the newest epoch of each code that a router has fetched, on the storage: Code Servers
 * on one storage share it, and it outlives them. It tells which routers lack a coming secret of a
 * code that they use. Bounded in routers, and in codes of a router; the oldest is forgotten, and it
 * is known of which routers the record may lack a code. Thread-safe.
 */
final class FetchedSecrets {

  private static final int MOST_ROUTERS = 1_024;
  private static final int MOST_CODES_OF_ROUTER = 4_096;

  /** Rows that are written before one that is used again becomes one of the newest. */
  private static final int RENEWED_AFTER = MOST_ROUTERS / 2;

  /** Pairs of router and code that are looked at in one answer. */
  static final int MOST_LACKS = 10_000;

  /** A secret, and connected routers that use its code and have not fetched it. */
  record Awaited(CodeDigest code, int epoch, List<RosaId> routers) {}

  /**
   * Secrets that are awaited.
   *
   * @param more true if there are others, or may be
   */
  record AllAwaited(List<Awaited> secrets, boolean more) {}

  /** Mark of a router's rows, 1 or 0: those that it has, or that of a router without rows. */
  private static final String WHOLE =
      "COALESCE((SELECT MIN(whole) FROM fetched_secret WHERE router = ?),"
          + " (SELECT 1 - fetches_forgotten FROM catalogue))";

  private record Secret(CodeDigest code, int epoch) {}

  private record Lack(Secret secret, RosaId router) {}

  private final Storage storage;

  FetchedSecrets(Storage storage) {
    this.storage = storage;
  }

  /**
   * Notes that a router fetches a secret.
   *
   * @return ends when that is durable; fails if it cannot be noted
   */
  CompletionStage<Void> note(RosaId router, CodeDigest code, int epoch) {
    String name = router.toString();
    long number = Integer.toUnsignedLong(epoch);
    if (storage.withHandle(handle -> isNoted(handle, name, code.hex(), number))) {
      return CompletableFuture.completedStage(null);
    }
    return storage.inSharedTransaction(
        handle -> {
          note(handle, name, code.hex(), number);
          return null;
        });
  }

  private static boolean isNoted(Handle handle, String router, String code, long epoch) {
    String query =
        "SELECT COUNT(*) FROM fetched_secret WHERE router = ? AND digest = ? AND epoch >= ?"
            + " AND noted + ? > (SELECT MAX(noted) FROM fetched_secret)";
    return count(handle, query, router, code, epoch, RENEWED_AFTER) > 0;
  }

  private static void note(Handle handle, String router, String code, long epoch) {
    long known = count(handle, "SELECT COUNT(*) FROM fetched_secret WHERE router = ?", router);
    int changed =
        handle.execute(
            "INSERT INTO fetched_secret (router, digest, epoch, noted, whole)"
                + " VALUES (?, ?, ?, (SELECT COALESCE(MAX(noted), 0) + 1 FROM fetched_secret), "
                + WHOLE
                + ") ON CONFLICT (router, digest) DO UPDATE"
                + " SET epoch = CASE WHEN fetched_secret.epoch < excluded.epoch"
                + " THEN excluded.epoch ELSE fetched_secret.epoch END, noted = excluded.noted"
                + " WHERE fetched_secret.epoch < excluded.epoch"
                + " OR fetched_secret.noted + ? < excluded.noted",
            router,
            code,
            epoch,
            router,
            RENEWED_AFTER);
    if (changed > 0 && known == 0) {
      forgetRouters(handle);
    } else if (changed > 0 && known >= MOST_CODES_OF_ROUTER) {
      forgetCodes(handle, router);
    }
  }

  private static long count(Handle handle, String query, Object... values) {
    return handle.select(query, values).mapTo(Long.class).one();
  }

  private static void forgetRouters(Handle handle) {
    long routers = count(handle, "SELECT COUNT(DISTINCT router) FROM fetched_secret");
    if (routers > MOST_ROUTERS) {
      handle.execute(
          "DELETE FROM fetched_secret WHERE router IN (SELECT router FROM fetched_secret"
              + " GROUP BY router ORDER BY MAX(noted) LIMIT ?)",
          routers - MOST_ROUTERS);
      handle.execute("UPDATE catalogue SET fetches_forgotten = 1 WHERE fetches_forgotten = 0");
    }
  }

  private static void forgetCodes(Handle handle, String router) {
    handle.execute(
        "DELETE FROM fetched_secret WHERE router = ? AND digest NOT IN (SELECT digest"
            + " FROM fetched_secret WHERE router = ? ORDER BY noted DESC LIMIT ?)",
        router,
        router,
        MOST_CODES_OF_ROUTER);
    handle.execute("UPDATE fetched_secret SET whole = 0 WHERE router = ? AND whole = 1", router);
  }

  /**
   * The newest secrets that are awaited. A router whose newest epoch of a code is no longer held
   * has no session of that code, and is not waited for.
   */
  AllAwaited awaited(Predicate<RosaId> connected) {
    List<Lack> lacks = storage.withHandle(FetchedSecrets::lacks);
    // Each router is asked about once, as that may take a look at the storage.
    Set<RosaId> waiting =
        lacks.stream().map(Lack::router).distinct().filter(connected).collect(Collectors.toSet());
    Map<Secret, List<RosaId>> routers =
        lacks.stream()
            .filter(lack -> waiting.contains(lack.router()))
            .collect(
                Collectors.groupingBy(
                    Lack::secret,
                    LinkedHashMap::new,
                    Collectors.mapping(Lack::router, Collectors.toList())));
    return new AllAwaited(
        routers.entrySet().stream()
            .map(each -> new Awaited(each.getKey().code(), each.getKey().epoch(), each.getValue()))
            .toList(),
        lacks.size() == MOST_LACKS);
  }

  private static List<Lack> lacks(Handle handle) {
    return handle
        .createQuery(
            "SELECT f.digest, n.newest, f.router FROM fetched_secret f JOIN code_secret s ON"
                + " s.digest = f.digest AND s.epoch = f.epoch JOIN (SELECT digest, MAX(epoch) AS"
                + " newest FROM code_secret GROUP BY digest) n ON n.digest = f.digest WHERE f.epoch"
                + " < n.newest ORDER BY f.digest, f.router LIMIT :most")
        .bind("most", MOST_LACKS)
        .map(
            (row, context) ->
                new Lack(
                    new Secret(CodeDigest.ofHex(row.getString(1)), (int) row.getLong(2)),
                    RosaId.parse(row.getString(3))))
        .list();
  }

  /** A restored storage lacks what was fetched since its backup. */
  static void forgetSinceBackup(Storage storage) {
    storage.useTransaction(FetchedSecrets::mayLackSome);
  }

  /**
   * Takes notice that a secret in use comes. If it is the first secret of a storage that never had
   * a lease, the domain is older than the storage: routers may have fetched from an earlier one.
   */
  void beginWithSecretInUse() {
    if (storage.withHandle(FetchedSecrets::isNew)) {
      storage.useTransaction(
          handle -> {
            if (isNew(handle)) {
              mayLackSome(handle);
            }
          });
    }
  }

  private static boolean isNew(Handle handle) {
    return count(
            handle,
            "SELECT COUNT(*) FROM catalogue WHERE leased = 0 AND fetches_forgotten = 0"
                + " AND NOT EXISTS (SELECT 1 FROM code_secret)")
        == 1;
  }

  private static void mayLackSome(Handle handle) {
    handle.execute("UPDATE catalogue SET fetches_forgotten = 1 WHERE fetches_forgotten = 0");
    handle.execute("UPDATE fetched_secret SET whole = 0 WHERE whole = 1");
  }

  /** Tells whether {@link #codesOf} names all codes of which a router has fetched a secret. */
  static boolean knowsAllOf(Handle handle, RosaId router) {
    return count(handle, "SELECT " + WHOLE, router.toString()) == 1;
  }

  /** The codes of which a router has fetched a secret, as far as they are known. */
  static Set<CodeDigest> codesOf(Handle handle, RosaId router) {
    return handle
        .createQuery("SELECT digest FROM fetched_secret WHERE router = ?")
        .bind(0, router.toString())
        .map((row, context) -> CodeDigest.ofHex(row.getString(1)))
        .set();
  }
}
