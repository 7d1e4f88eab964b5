package dev.rosa.as.records;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.List;

/**
 * Publications in the audit log: each statement of a publisher becomes a leaf once, whichever Code
 * Server has it and whichever Authorization Server sees it first. Thread-safe.
 */
public final class PublicationLog {

  private final Storage storage;
  private final AuditLog audit;

  public PublicationLog(Storage storage, AuditLog audit) {
    this.storage = storage;
    this.audit = audit;
  }

  /** Those that are not on record. */
  public List<SignedStatement> unknownOf(List<SignedStatement> statements) {
    return storage.withHandle(
        handle ->
            statements.stream()
                .filter(each -> !RecordedOnce.PUBLICATION.has(handle, bytes(each)))
                .toList());
  }

  /**
   * Records those that are not on record, in one transaction.
   *
   * @param checked statements whose signatures were verified
   * @param codeServer address of the one that has them
   * @return number of new ones
   */
  public int record(List<SignedStatement> checked, String codeServer, Instant at) {
    return storage.inTransaction(
        handle -> {
          int recorded = 0;
          for (SignedStatement signed : checked) {
            if (RecordedOnce.PUBLICATION.add(handle, bytes(signed))) {
              audit.published(handle, signed, codeServer, at);
              recorded++;
            }
          }
          return recorded;
        });
  }

  /** Without the signature: the same statement can be signed again. */
  private static byte[] bytes(SignedStatement signed) {
    return signed.getStatement().toByteArray();
  }
}
