package dev.rosa.as.audit;

import dev.rosa.transparency.AcceptedLoss;
import org.jdbi.v3.core.Handle;

/** Record in the storage of the audit log rows whose loss the operator accepted last. Stateless. */
public final class AcceptedLosses {

  private AcceptedLosses() {}

  /** The loss; {@link AcceptedLoss#NONE} before the first. */
  public static AcceptedLoss find(Handle handle) {
    return handle
        .createQuery("SELECT number, size FROM audit_loss WHERE id = 1")
        .map((row, context) -> new AcceptedLoss(row.getLong("number"), row.getLong("size")))
        .findOne()
        .orElse(AcceptedLoss.NONE);
  }

  /** Puts a loss in the place of the last one; checkpoints name it from now on. */
  public static void set(Handle handle, AcceptedLoss loss) {
    handle.execute("DELETE FROM audit_loss");
    handle.execute(
        "INSERT INTO audit_loss (id, number, size) VALUES (1, ?, ?)", loss.number(), loss.size());
  }
}
