package dev.rosa.as.records;

import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/**
 * Writer of audit log entries about administrative acts, of a command or the server itself, each in
 * the transaction of its act.
 *
 * @param operator the user of the operating system who runs this process
 */
public record AdministrationRecord(AuditLog audit, InstantSource clock, String operator) {

  /** An empty text stands for what was not, or is no longer, there. */
  public void record(Handle handle, String act, String before, String after) {
    audit.administered(handle, new AuditLog.Act(clock.instant(), operator, act, before, after));
  }
}
