package dev.rosa.as.records;

import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/**
 * Record of changes by command, each in the transaction that makes it.
 *
 * @param operator the user of the operating system who runs the commands of this process
 */
public record AdministrationRecord(AuditLog audit, InstantSource clock, String operator) {

  /** An empty text stands for what was not, or is no longer, there. */
  void record(Handle handle, String act, String before, String after) {
    audit.administered(handle, new AuditLog.Act(clock.instant(), operator, act, before, after));
  }
}
