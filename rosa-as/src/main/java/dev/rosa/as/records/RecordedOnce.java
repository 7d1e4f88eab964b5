package dev.rosa.as.records;

import com.google.protobuf.ByteString;
import org.jdbi.v3.core.Handle;

/**
 * Table of what the audit log records once in a domain, by the hash of the bytes that were signed.
 * Stateless.
 */
enum RecordedOnce {
  PUBLICATION("publication"),
  ENROLMENT("enrolment");

  private final String kind;

  RecordedOnce(String kind) {
    this.kind = kind;
  }

  /** True if it is on record. */
  boolean has(Handle handle, byte[] signed) {
    return handle
        .createQuery("SELECT 1 FROM recorded_statements WHERE kind = :kind AND hash = :hash")
        .bind("kind", kind)
        .bind("hash", hash(signed))
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Puts it on record, in the transaction that appends its leaf; false if it was there. */
  boolean add(Handle handle, byte[] signed) {
    return handle.execute(
            "INSERT INTO recorded_statements (kind, hash) VALUES (?, ?)"
                + " ON CONFLICT (kind, hash) DO NOTHING",
            kind,
            hash(signed))
        > 0;
  }

  private static byte[] hash(byte[] signed) {
    return AuditEntries.sha256(ByteString.copyFrom(signed)).toByteArray();
  }
}
