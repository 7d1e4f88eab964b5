package dev.rosa.as.audit;

import dev.rosa.transparency.TreeHash;
import java.time.Instant;

/**
 * Checkpoint that a witness keeps and that this server's audit log did not grow from: the storage
 * was set back, or there are two logs.
 *
 * @param node the witness
 * @param size number of rows that the log had
 * @param loss number of the accepted loss that the checkpoint names
 * @param found time at which a witness reported it
 */
public record Fork(String node, long size, TreeHash root, long loss, Instant found) {

  /** Size and hash, for messages. */
  public String summary() {
    return "rows=%d root=%s".formatted(size, root);
  }
}
