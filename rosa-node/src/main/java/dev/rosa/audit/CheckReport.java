package dev.rosa.audit;

import dev.rosa.transparency.Checkpoint;
import java.util.List;
import java.util.Optional;

/**
 * Result of the check of an exported audit log: its checkpoint, and every deviation that was found.
 *
 * @param checkpoint empty if none was signed by the log
 * @param statements number of rows whose contents were checked
 * @param pruned number of rows whose entries the operator has deleted: their hashes were checked
 * @param witnesses those whose cosignature holds
 * @param findings in the order of the check; empty: all is as the log signed it
 */
public record CheckReport(
    Optional<Checkpoint> checkpoint,
    long statements,
    long pruned,
    List<Cosigned> witnesses,
    List<Finding> findings) {

  /** Copies the lists. */
  public CheckReport {
    witnesses = List.copyOf(witnesses);
    findings = List.copyOf(findings);
  }
}
