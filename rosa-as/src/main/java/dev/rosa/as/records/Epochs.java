package dev.rosa.as.records;

import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creation and activation of the epochs of active code's secrets, in the database [ROSA §4.2.1].
 * The next secret of a code is made once, with any number of servers on the storage. It becomes
 * active when every Code Server with a lease holds it, and the routers have had time to fetch it.
 * Each step is in the audit log. Thread-safe.
 *
 * <p>A Code Server without a lease serves no router, so it is not waited for.
 */
public final class Epochs {
  /** A code's epoch, unsigned. */
  public record Epoch(CodeDigest code, int number) {
    @Override
    public String toString() {
      return "code=" + code.codeId() + " epoch=" + Integer.toUnsignedString(number);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Epochs.class);

  /** Epochs of a code that are not retired: routers look through them for every packet. */
  private static final int MOST_LIVE = 32;

  /** Epochs of a code that were surely not made between a backup and its restore. */
  private static final long SKIPPED_AFTER_RESTORE = 1L << 20;

  /** Random numbers that follow: an earlier restore of the same backup has used others. */
  private static final int RANDOM_AFTER_RESTORE = 1 << 24;

  private static final long LAST = 0xFFFF_FFFFL;

  private final Storage storage;
  private final CodeSecrets secrets;
  private final AdministrationRecord acts;
  private final InstantSource clock;
  private final Duration skew;
  private final EpochActivation activation;

  /** Codes whose refresh waits for the end of an epoch. */
  private final Set<CodeDigest> full = ConcurrentHashMap.newKeySet();

  /**
   * On a storage.
   *
   * @param skew how far the clocks of servers may differ: one's record of a lease counts at others
   */
  public Epochs(Storage storage, CodeSecrets secrets, AdministrationRecord acts, Duration skew) {
    this.storage = storage;
    this.secrets = secrets;
    this.acts = acts;
    this.clock = acts.clock();
    this.skew = skew;
    this.activation = new EpochActivation(storage, acts, skew);
  }

  /** The way of staged secrets to Code Servers and routers. */
  public EpochActivation activation() {
    return activation;
  }

  /** Makes a secret of every active code that has none; returns how many were made. */
  public int openMissing() {
    List<CodeDigest> without = storage.withHandle(Epochs::withoutSecret);
    without.forEach(code -> storage.useTransaction(handle -> openIfNone(handle, code)));
    return without.size();
  }

  /** Makes the next secret of a code unless it has one that is not retired. */
  public void openIfNone(Handle handle, CodeDigest code) {
    if (newest(handle, code).filter(Newest::isLive).isEmpty()) {
      int unused = insertNext(handle, code);
    }
  }

  /** The newest epoch of a code, unless all are retired. */
  public Optional<Epoch> newestLive(Handle handle, CodeDigest code) {
    return newest(handle, code)
        .filter(Newest::isLive)
        .map(newest -> new Epoch(code, newest.epoch()));
  }

  private static List<CodeDigest> withoutSecret(Handle handle) {
    return handle
        .createQuery(
            "SELECT DISTINCT digest FROM codes WHERE active = 1 AND NOT EXISTS (SELECT 1 FROM"
                + " code_secrets WHERE code_digest = digest AND state <> 'retired')")
        .map((row, context) -> CodeDigest.of(row.getBytes("digest")))
        .list();
  }

  /**
   * Makes the next secret of every active code for which none was made within an age. One that was
   * made while a server's clock was ahead does not count: the next one must not wait for that time.
   * So two servers whose clocks differ make one each.
   */
  public int openDue(Duration age) {
    int opened = 0;
    for (CodeDigest code : storage.withHandle(handle -> due(handle, age))) {
      opened += storage.inTransaction(handle -> openIfDue(handle, code, age)) ? 1 : 0;
    }
    return opened;
  }

  private List<CodeDigest> due(Handle handle, Duration age) {
    return active(handle).stream().filter(code -> isDue(handle, code, age)).toList();
  }

  private boolean isDue(Handle handle, CodeDigest code, Duration age) {
    return newest(handle, code)
        .filter(Newest::isActive)
        .filter(newest -> lastMade(handle, code) <= clock.instant().minus(age).getEpochSecond())
        .isPresent();
  }

  private boolean openIfDue(Handle handle, CodeDigest code, Duration age) {
    if (isDue(handle, code, age) && hasRoom(handle, code)) {
      insertNext(handle, code);
      return true;
    }
    return false;
  }

  /** When the last epoch was made that is not ahead of the clock, in Unix seconds; 0: none was. */
  private long lastMade(Handle handle, CodeDigest code) {
    return handle
        .createQuery(
            "SELECT COALESCE(MAX(created_at), 0) FROM code_secrets"
                + " WHERE code_digest = :digest AND created_at <= :now")
        .bind("digest", code.toBytes())
        .bind("now", clock.instant().plus(skew).getEpochSecond())
        .mapTo(Long.class)
        .one();
  }

  /** Says once that a refresh waits. */
  private boolean hasRoom(Handle handle, CodeDigest code) {
    boolean room = live(handle, code) < MOST_LIVE;
    if (room) {
      full.remove(code);
    } else if (full.add(code)) {
      LOG.warn(
          "sessions still use {} epochs of code={}: its refresh waits until one has ended",
          MOST_LIVE,
          code.codeId());
    }
    return room;
  }

  private static int live(Handle handle, CodeDigest code) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM code_secrets WHERE code_digest = :digest AND state <> 'retired'")
        .bind("digest", code.toBytes())
        .mapTo(Integer.class)
        .one();
  }

  private static List<CodeDigest> active(Handle handle) {
    return handle
        .createQuery("SELECT DISTINCT digest FROM codes WHERE active = 1")
        .map((row, context) -> CodeDigest.of(row.getBytes("digest")))
        .list();
  }

  /**
   * Makes the next secret of a code now.
   *
   * @throws AdministrationException if the newest one is not in use yet, or sessions still use too
   *     many
   */
  public Epoch openNext(CodeRegistry.Code code) throws AdministrationException {
    return storage.inTransaction(
        handle -> {
          Optional<Newest> newest = newest(handle, code.digest());
          if (newest.isPresent() && newest.get().state().equals("staged")) {
            throw new AdministrationException(
                "epoch %s of code '%s' is on its way to the code servers: the next one can follow it"
                    .formatted(Integer.toUnsignedString(newest.get().epoch()), code.name()));
          }
          if (live(handle, code.digest()) >= MOST_LIVE) {
            throw new AdministrationException(
                "sessions still use %d epochs of code '%s', expected fewer: the next one can follow when one has ended"
                    .formatted(MOST_LIVE, code.name()));
          }
          int next = insertNext(handle, code.digest());
          return new Epoch(code.digest(), next);
        });
  }

  private int insertNext(Handle handle, CodeDigest code) {
    int following = newest(handle, code).map(newest -> newest.epoch() + 1).orElse(1);
    int next = (int) Math.max(Integer.toUnsignedLong(following), least(handle));
    secrets.insertStaged(handle, code, next);
    acts.record(handle, "epoch create", "", new Epoch(code, next).toString());
    LOG.info("created {}", new Epoch(code, next));
    return next;
  }

  /** Least number of an epoch that was made since the last restore; 1 without one. */
  static long least(Handle handle) {
    return handle.createQuery("SELECT least FROM epoch_floor WHERE id = 1").mapTo(Long.class).one();
  }

  /**
   * Skips the numbers of epochs that a lost time after a backup may have used, and begins an epoch
   * of every code that has one. An epoch that was on its way is given up: it may have been revoked.
   * Other nodes know secrets of skipped numbers, and of those that an earlier restore of the same
   * backup has used.
   */
  public void skipAfterRestore(RandomGenerator random) {
    storage.useTransaction(handle -> skipLost(handle, random));
  }

  /** The same where rows were lost without a restore by ROSA's command. */
  void skipLost(Handle handle, RandomGenerator random) {
    long skipped = SKIPPED_AFTER_RESTORE + random.nextInt(RANDOM_AFTER_RESTORE);
    long least = Math.min(LAST, newestOfAll(handle) + skipped);
    handle.execute("UPDATE epoch_floor SET least = ? WHERE id = 1", least);
    acts.record(handle, "epoch skip", "", "least=" + least);
    active(handle).forEach(code -> beginAnew(handle, code));
  }

  private void beginAnew(Handle handle, CodeDigest code) {
    Optional<Newest> newest = newest(handle, code).filter(Newest::isLive);
    if (newest.isEmpty()) {
      return;
    }
    if (!newest.get().isActive()) {
      Epoch staged = new Epoch(code, newest.get().epoch());
      boolean unused = EpochEnds.destroy(handle, acts, staged, clock.instant());
    }
    if (hasRoom(handle, code)) {
      insertNext(handle, code);
    }
  }

  private static long newestOfAll(Handle handle) {
    long newest =
        handle
            .createQuery("SELECT COALESCE(MAX(epoch), 0) FROM code_secrets")
            .mapTo(Long.class)
            .one();
    return Math.max(newest, least(handle));
  }

  /** The newest epoch of a code. */
  private record Newest(int epoch, String state) {
    boolean isLive() {
      return !state.equals("retired");
    }

    boolean isActive() {
      return state.equals("active");
    }
  }

  private static Optional<Newest> newest(Handle handle, CodeDigest code) {
    return handle
        .createQuery(
            "SELECT epoch, state FROM code_secrets WHERE code_digest = :digest"
                + " ORDER BY epoch DESC LIMIT 1")
        .bind("digest", code.toBytes())
        .map((row, context) -> new Newest((int) row.getLong("epoch"), row.getString("state")))
        .findOne();
  }

  /** An epoch whose secret Code Servers must hold; {@code active}: sessions are issued under it. */
  public record Live(Epoch epoch, boolean active) {}

  /** The epochs of active codes that are not retired, oldest first. */
  public List<Live> live() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT code_digest, epoch, state FROM code_secrets WHERE state <> 'retired'"
                        + " AND code_digest IN (SELECT digest FROM codes WHERE active = 1)"
                        + " ORDER BY created_at, epoch")
                .map(
                    (row, context) ->
                        new Live(
                            epoch(row.getBytes("code_digest"), row.getLong("epoch")),
                            row.getString("state").equals("active")))
                .list());
  }

  static Epoch epoch(byte[] code, long number) {
    return new Epoch(CodeDigest.of(code), (int) number);
  }

  /** An epoch as an operator sees it; times are Unix seconds, 0: not yet. */
  public record Listed(
      String code, Epoch epoch, String state, long createdAt, long activatedAt, long retiredAt) {}

  /** Every epoch of the active codes, by name, the newest first. */
  public List<Listed> list() {
    return storage.withHandle(Epochs::list);
  }

  private static List<Listed> list(Handle handle) {
    return handle
        .createQuery(
            "SELECT c.name, s.code_digest, s.epoch, s.state, s.created_at, s.activated_at,"
                + " s.retired_at FROM code_secrets s JOIN codes c ON c.digest = s.code_digest"
                + " WHERE c.active = 1 ORDER BY c.name, s.epoch DESC")
        .map(
            (row, context) ->
                new Listed(
                    row.getString("name"),
                    epoch(row.getBytes("code_digest"), row.getLong("epoch")),
                    row.getString("state"),
                    row.getLong("created_at"),
                    row.getLong("activated_at"),
                    row.getLong("retired_at")))
        .list();
  }
}
