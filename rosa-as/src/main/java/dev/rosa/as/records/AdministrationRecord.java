package dev.rosa.as.records;

import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/**
 * Audit of acts, of a command or of the server itself, each in the transaction that carries it out.
 *
 * @param operator the user of the operating system who runs this process
 */
public record AdministrationRecord(AuditLog audit, InstantSource clock, String operator) {

  /** An empty text stands for what was not, or is no longer, there. */
  public void record(Handle handle, String act, String before, String after) {
    audit.administered(handle, new AuditLog.Act(clock.instant(), operator, act, before, after));
  }
}
