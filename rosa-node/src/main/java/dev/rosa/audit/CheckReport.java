package dev.rosa.audit;

import dev.rosa.transparency.Checkpoint;
import java.util.List;
import java.util.Optional;

/**
 * Result of the check of an export.
 *
 * @param checkpoint empty if none was signed by the log
 * @param statements number of rows whose contents were checked
 * @param findings in the order of the check; empty: all is as the log signed it
 */
public record CheckReport(
    Optional<Checkpoint> checkpoint, long statements, List<Finding> findings) {

  /** Copies the list. */
  public CheckReport {
    findings = List.copyOf(findings);
  }
}
