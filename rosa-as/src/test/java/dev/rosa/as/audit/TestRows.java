package dev.rosa.as.audit;

import dev.rosa.storage.Storage;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.TreeHash;

/** Changes of the log's rows that no server makes, for tests. */
public final class TestRows {

  private TestRows() {}

  /** Leaves the first rows, and nothing that says that there were more. */
  public static void setBack(Storage storage, long size) {
    storage.useTransaction(
        handle -> {
          CompactRange range = CompactRange.EMPTY;
          for (byte[] entry :
              handle
                  .createQuery("SELECT entry FROM audit_log WHERE leaf < :size ORDER BY leaf")
                  .bind("size", size)
                  .mapTo(byte[].class)
                  .list()) {
            range = range.with(TreeHash.leaf(entry)).range();
          }
          handle.execute("DELETE FROM audit_log WHERE leaf >= ?", size);
          handle.execute("DELETE FROM audit_checkpoint");
          handle.execute("DELETE FROM audit_witness");
          handle.execute("DELETE FROM audit_loss");
          handle.execute("DELETE FROM audit_fork");
          handle.execute(
              "UPDATE audit_head SET size = ?, subtrees = ?", range.size(), range.toBytes());
        });
  }
}
