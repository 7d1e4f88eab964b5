package dev.rosa.as.records;

import dev.rosa.identity.Enrolment;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Enrolments in the audit log: each certificate of the domain's authority becomes a leaf once.
 * Thread-safe.
 */
public final class EnrolmentLog {

  /** Servers wait for a transaction that writes. */
  private static final int MOST_AT_ONCE = 256;

  private final Storage storage;
  private final AuditLog audit;
  private final String operator;

  public EnrolmentLog(Storage storage, AuditLog audit, String operator) {
    this.storage = storage;
    this.audit = audit;
    this.operator = operator;
  }

  /**
   * Records those that are not on record.
   *
   * @param enrolments of certificates that were checked
   * @param progress takes the number that is done, several times
   * @return number of new ones
   */
  public int record(List<Enrolment> enrolments, Instant at, LongConsumer progress) {
    int recorded = 0;
    for (int first = 0; first < enrolments.size(); first += MOST_AT_ONCE) {
      int end = Math.min(enrolments.size(), first + MOST_AT_ONCE);
      recorded += recordAtOnce(enrolments.subList(first, end), at);
      progress.accept(end);
    }
    return recorded;
  }

  private int recordAtOnce(List<Enrolment> enrolments, Instant at) {
    return storage.inTransaction(
        handle -> {
          int recorded = 0;
          for (Enrolment enrolment : enrolments) {
            if (RecordedOnce.ENROLMENT.add(handle, enrolment.signed())) {
              audit.enrolled(handle, enrolment.encoded(), operator, at);
              recorded++;
            }
          }
          return recorded;
        });
  }
}
