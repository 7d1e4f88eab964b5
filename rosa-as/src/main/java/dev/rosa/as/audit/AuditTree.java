package dev.rosa.as.audit;

import dev.rosa.audit.LogSource;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.HashSequence;
import dev.rosa.transparency.TreeHash;
import dev.rosa.transparency.TreeNodes;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/**
 * Merkle tree of audit entries in the database. A leaf is written in the transaction of what it
 * records; transactions that write take turns, so that leaves are numbered in the order of commits
 * and without gaps, with any number of servers. A leaf costs two rows at any size of the tree, and
 * a proof one row for each of its hashes. Thread-safe.
 */
public final class AuditTree implements LogSource, TreeNodes {

  private static final String OF_RANGE = " WHERE leaf >= :first AND leaf < :end ORDER BY leaf";

  private final Storage storage;

  public AuditTree(Storage storage) {
    this.storage = storage;
  }

  /**
   * Appends an entry, and gives it the number of its leaf.
   *
   * @param session by which it can be found; 0: none
   */
  public void append(Handle handle, AuditEntry.Builder entry, long session) {
    CompactRange range = head(handle);
    byte[] bytes = entry.setLeaf(range.size()).build().toByteArray();
    requireRoom(bytes);
    CompactRange.Grown grown = range.with(TreeHash.leaf(bytes));
    handle
        .createUpdate(
            "INSERT INTO audit_log (leaf, session, entry, hashes)"
                + " VALUES (:leaf, :session, :entry, :hashes)")
        .bind("leaf", range.size())
        .bind("session", session == 0 ? null : session)
        .bind("entry", bytes)
        .bind("hashes", HashSequence.toBytes(grown.completed()))
        .execute();
    handle.execute(
        "UPDATE audit_head SET size = ?, subtrees = ? WHERE id = 1",
        grown.range().size(),
        grown.range().toBytes());
  }

  /** An entry has bounded parts; one that does not fit is a defect, and nothing is granted. */
  private static void requireRoom(byte[] bytes) {
    if (bytes.length > EntryBundle.MAX_ENTRY_BYTES) {
      throw new IllegalStateException("an audit entry of " + bytes.length + " bytes is too large");
    }
  }

  /** The tree as this transaction sees it. */
  static CompactRange head(Handle handle) {
    return handle
        .createQuery("SELECT size, subtrees FROM audit_head WHERE id = 1")
        .map((row, context) -> CompactRange.of(row.getLong("size"), row.getBytes("subtrees")))
        .one();
  }

  /** Number of leaves as a transaction sees it. */
  public static long sizeOf(Handle handle) {
    return head(handle).size();
  }

  /** Number of leaves. */
  public long size() {
    return storage.withHandle(AuditTree::head).size();
  }

  /** One entry's bytes as they were hashed; empty: there is no such leaf. */
  public Optional<byte[]> entry(long leaf) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT entry FROM audit_log WHERE leaf = :leaf")
                .bind("leaf", leaf)
                .mapTo(byte[].class)
                .findOne());
  }

  @Override
  public List<byte[]> entries(long first, int count) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT entry FROM audit_log" + OF_RANGE)
                .bind("first", first)
                .bind("end", first + count)
                .mapTo(byte[].class)
                .list());
  }

  /** The entries of a session, at most so many of the newest, oldest first. */
  public List<byte[]> ofSession(long session, int most) {
    return storage.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT entry FROM (SELECT leaf, entry FROM audit_log WHERE session = :session"
                        + " ORDER BY leaf DESC LIMIT :most) AS newest ORDER BY leaf")
                .bind("session", session)
                .bind("most", most)
                .mapTo(byte[].class)
                .list());
  }

  @Override
  public List<TreeHash> hashes(int level, long first, int count) {
    if (level > 0) {
      return LongStream.range(first, first + count).mapToObj(i -> node(level, i)).toList();
    }
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT hashes FROM audit_log" + OF_RANGE)
                .bind("first", first)
                .bind("end", first + count)
                .map((row, context) -> TreeHash.at(row.getBytes("hashes"), 0))
                .list());
  }

  @Override
  public TreeHash node(int level, long index) {
    long last = ((index + 1) << level) - 1;
    return storage.withHandle(
        handle ->
            handle
                .createQuery("SELECT hashes FROM audit_log WHERE leaf = :last")
                .bind("last", last)
                .map((row, context) -> row.getBytes("hashes"))
                .map(hashes -> TreeHash.at(hashes, level * TreeHash.BYTES))
                .one());
  }
}
