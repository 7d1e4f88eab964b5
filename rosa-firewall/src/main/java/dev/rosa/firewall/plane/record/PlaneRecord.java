package dev.rosa.firewall.plane.record;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.Offence;
import dev.rosa.storage.Storage;
import dev.rosa.storage.Tables;
import dev.rosa.storage.file.OwnFiles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Record of bans, offences and allowed sources in the plane's database, for the next start.
 * Thread-safe.
 */
public final class PlaneRecord implements AutoCloseable {

  /** Tables of the plane; they have no secret. */
  public static final Tables TABLES =
      new Tables("rosa_firewall", "dev/rosa/firewall/plane/migrations");

  /** Part of a statement's work that a batch sends at once. */
  private static final int BATCH = 1_000;

  /** So many changes are written before the oldest offences are looked for. */
  private static final int OFFENCES_BETWEEN_LOOKS = 1_000;

  private final Storage storage;
  private final PlaneClock clock;
  private final int mostOffences;

  /** Changes that were written since then. */
  private final AtomicInteger written = new AtomicInteger();

  private PlaneRecord(Storage storage, PlaneClock clock, int mostOffences) {
    this.storage = storage;
    this.clock = clock;
    this.mostOffences = mostOffences;
  }

  /**
   * Opens the database, makes it if there is none.
   *
   * @param uptime of the machine now
   * @param mostOffences newest offences that it is to give back
   * @throws ConfigException in one line if it cannot be used
   */
  public static PlaneRecord open(
      StorageLocation location, PlaneClock.Uptime uptime, InstantSource wall, int mostOffences)
      throws ConfigException {
    OwnFiles.require(location);
    Storage storage = Storage.open(location, TABLES);
    try {
      // A slow disk makes no difference: all is told for the time at which the uptime was read.
      long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - uptime.readNanos());
      long wallMillis = wall.millis() - passed;
      long start = storage.inTransaction(handle -> start(handle, uptime, wallMillis));
      PlaneClock clock = new PlaneClock(System::nanoTime, uptime.readNanos(), start);
      return new PlaneRecord(storage, clock, mostOffences);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  /**
   * The clock's time when the uptime was read. No ban becomes longer than it was made for: not by
   * the time of day after a boot, and not by an uptime that went back in one boot, as it does where
   * {@code /proc/uptime} is a container's own and the boot's name is the machine's.
   */
  private static long start(Handle handle, PlaneClock.Uptime uptime, long wallMillis) {
    long now = offset(handle, uptime, wallMillis) + uptime.uptimeMillis();
    handle.execute(
        "UPDATE ban SET start_millis = ?, end_millis = ? + end_millis - start_millis"
            + " WHERE start_millis > ?",
        now,
        now,
        now);
    return now;
  }

  /** The clock's distance from the uptime. After a boot the clock is the time of day. */
  private static long offset(Handle handle, PlaneClock.Uptime uptime, long wallMillis) {
    List<Long> known =
        handle
            .createQuery("SELECT offset_millis FROM plane_clock WHERE boot = ?")
            .bind(0, uptime.boot())
            .mapTo(Long.class)
            .list();
    if (!known.isEmpty()) {
      return known.get(0);
    }
    long offset = wallMillis - uptime.uptimeMillis();
    handle.execute("DELETE FROM plane_clock");
    handle.execute(
        "INSERT INTO plane_clock (boot, offset_millis) VALUES (?, ?)", uptime.boot(), offset);
    return offset;
  }

  /** The clock of all times in the record. */
  public PlaneClock clock() {
    return clock;
  }

  /** Recorded bans that have not ended; those that have are deleted. */
  public List<HeldBan> bans() {
    long now = clock.millis();
    return storage.inTransaction(
        handle -> {
          handle.execute("DELETE FROM ban WHERE end_millis <= ?", now);
          return handle
              .createQuery("SELECT * FROM ban ORDER BY end_millis")
              .map((row, context) -> ban(row))
              .list();
        });
  }

  private static HeldBan ban(ResultSet row) throws SQLException {
    Ban ban =
        new Ban(
            Source.parse(row.getString("source")),
            Ban.Action.DROP,
            row.getLong("start_millis"),
            row.getLong("end_millis"),
            row.getString("reason"));
    return new HeldBan(ban, row.getInt("by_operator") == 1);
  }

  /**
   * The newest offences that are not older than that.
   *
   * @param since those whose last ban ended before are deleted
   */
  public List<Offence> offences(long since) {
    return storage.inTransaction(
        handle -> {
          handle.execute("DELETE FROM offence WHERE end_millis < ?", since);
          List<Offence> newestFirst =
              handle
                  .createQuery("SELECT * FROM offence ORDER BY end_millis DESC LIMIT ?")
                  .bind(0, mostOffences)
                  .map((row, context) -> offence(row))
                  .list();
          List<Offence> oldestFirst = new ArrayList<>(newestFirst);
          Collections.reverse(oldestFirst);
          return oldestFirst;
        });
  }

  private static Offence offence(ResultSet row) throws SQLException {
    return new Offence(
        Source.parse(row.getString("source")), row.getInt("count"), row.getLong("end_millis"));
  }

  /** Sources that operators have allowed by command. */
  public List<Source> allowed() {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT source FROM allowed ORDER BY source")
                .mapTo(String.class)
                .map(Source::parse)
                .list());
  }

  /** Records that a source is allowed, or is not any more; durable when this returns. */
  public void setAllowed(Source source, boolean isAllowed) {
    storage.useTransaction(
        handle -> {
          handle.execute("DELETE FROM allowed WHERE source = ?", source.text());
          if (isAllowed) {
            handle.execute("INSERT INTO allowed (source) VALUES (?)", source.text());
          }
        });
  }

  /** Records states of sources, together with what others record; completes when it is durable. */
  public CompletionStage<Boolean> write(Collection<RecordChange> changes) {
    List<RecordChange> copy = List.copyOf(changes);
    return storage.inSharedTransaction(
        handle -> {
          write(handle, copy);
          forgetOldest(handle, copy.size());
          return true;
        });
  }

  private static void write(Handle handle, List<RecordChange> changes) {
    for (int from = 0; from < changes.size(); from += BATCH) {
      List<RecordChange> part = changes.subList(from, Math.min(changes.size(), from + BATCH));
      deleteEnded(handle, part);
      putBans(handle, part);
      putOffences(handle, part);
    }
  }

  /** The policy remembers no more, and an attacker may have very many sources. */
  private void forgetOldest(Handle handle, int more) {
    if (written.addAndGet(more) < OFFENCES_BETWEEN_LOOKS) {
      return;
    }
    written.set(0);
    int count = handle.createQuery("SELECT COUNT(*) FROM offence").mapTo(Integer.class).one();
    if (count > mostOffences) {
      handle.execute(
          "DELETE FROM offence WHERE source IN"
              + " (SELECT source FROM offence ORDER BY end_millis LIMIT ?)",
          count - mostOffences);
    }
  }

  private static void deleteEnded(Handle handle, List<RecordChange> part) {
    PreparedBatch bans = handle.prepareBatch("DELETE FROM ban WHERE source = ?");
    PreparedBatch offences = handle.prepareBatch("DELETE FROM offence WHERE source = ?");
    for (RecordChange change : part) {
      if (change.ban().isEmpty()) {
        bans.add(change.source().text());
      }
      if (change.offence().isEmpty()) {
        offences.add(change.source().text());
      }
    }
    execute(bans);
    execute(offences);
  }

  private static void execute(PreparedBatch batch) {
    if (batch.size() > 0) {
      int[] unused = batch.execute();
    }
  }

  private static void putBans(Handle handle, List<RecordChange> part) {
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO ban (source, start_millis, end_millis, by_operator, reason)"
                + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET"
                + " start_millis = excluded.start_millis, end_millis = excluded.end_millis,"
                + " by_operator = excluded.by_operator, reason = excluded.reason");
    for (RecordChange change : part) {
      change
          .ban()
          .ifPresent(
              held ->
                  batch.add(
                      held.ban().source().text(),
                      held.ban().startMillis(),
                      held.ban().endMillis(),
                      held.byOperator() ? 1 : 0,
                      held.ban().reason()));
    }
    execute(batch);
  }

  private static void putOffences(Handle handle, List<RecordChange> part) {
    PreparedBatch batch =
        handle.prepareBatch(
            "INSERT INTO offence (source, count, end_millis) VALUES (?, ?, ?)"
                + " ON CONFLICT (source) DO UPDATE SET"
                + " count = excluded.count, end_millis = excluded.end_millis");
    for (RecordChange change : part) {
      change
          .offence()
          .ifPresent(
              offence -> batch.add(offence.source().text(), offence.count(), offence.endMillis()));
    }
    execute(batch);
  }

  @Override
  public void close() {
    storage.close();
  }
}
