package dev.rosa.as;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.records.AuditLog;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedAct;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.storage.Storage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** Reader of the audit log, newest entries first. */
public record AuditReader(Storage storage) {

  /** A decision; the statement or its digest, in hex, is null. */
  public record Row(
      String method,
      String caller,
      AuditLog.Decision decision,
      SignedStatement signed,
      String unverifiedDigest) {}

  public List<Row> newest(int limit) {
    return entries().stream()
        .filter(AuditEntry::hasDecision)
        .map(entry -> row(entry.getDecision()))
        .limit(limit)
        .toList();
  }

  public List<AuditLog.Act> newestActs(int limit) {
    return entries().stream()
        .filter(AuditEntry::hasAct)
        .map(AuditReader::act)
        .limit(limit)
        .toList();
  }

  /** All entries, newest first. */
  public List<AuditEntry> entries() {
    AuditTree tree = new AuditTree(storage);
    List<AuditEntry> entries = new ArrayList<>();
    for (byte[] entry : tree.entries(0, (int) tree.size())) {
      entries.add(parse(entry));
    }
    Collections.reverse(entries);
    return entries;
  }

  private static AuditEntry parse(byte[] entry) {
    try {
      return AuditEntry.parseFrom(entry);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Row row(AuditedDecision decision) {
    return new Row(
        decision.getMethod(),
        decision.getCaller(),
        new AuditLog.Decision(
            decision.getGranted() ? "granted" : "refused",
            decision.getStatus(),
            decision.getReason(),
            decision.getSession()),
        decision.hasSigned() ? decision.getSigned() : null,
        decision.getUnverifiedDigest().isEmpty()
            ? null
            : HexFormat.of().formatHex(decision.getUnverifiedDigest().toByteArray()));
  }

  private static AuditLog.Act act(AuditEntry entry) {
    AuditedAct act = entry.getAct();
    return new AuditLog.Act(
        Instant.ofEpochMilli(entry.getAtMillis()),
        act.getOperator(),
        act.getAct(),
        act.getOldValue(),
        act.getNewValue());
  }
}
