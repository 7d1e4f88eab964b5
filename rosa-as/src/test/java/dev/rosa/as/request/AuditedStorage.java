package dev.rosa.as.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.audit.AuditTree;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.audit.CheckReport;
import dev.rosa.audit.ExportCheck;
import dev.rosa.audit.ExportWriter;
import dev.rosa.control.v1.AuditEntry;
import dev.rosa.control.v1.AuditedDecision;
import dev.rosa.transparency.CompactRange;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TreeHash;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The records of a server beside its audit log, compared row by row as the log grows. */
final class AuditedStorage {

  private final HandlerFixture as;
  private final AuditTree tree;
  private final Set<Long> granted = new HashSet<>();
  private CompactRange checked = CompactRange.EMPTY;

  AuditedStorage(HandlerFixture as) {
    this.as = as;
    this.tree = new AuditTree(as.storage());
  }

  /** Number of rows. */
  long size() {
    return tree.size();
  }

  /** Each session has its row and each row its session, and the rows lead to the log's hashes. */
  void assertWhole() throws Exception {
    long size = size();
    for (long row = checked.size(); row < size; row++) {
      check(row, tree.entry(row).orElseThrow());
    }
    assertEquals(Optional.empty(), tree.entry(size), "a row behind the last one");
    assertArrayEquals(checked.toBytes(), head(), "the head of the tree");
    assertEquals(granted, Set.copyOf(numbers("SELECT session FROM sessions")));
    assertEquals(granted.size(), Set.copyOf(numbers("SELECT session FROM recipients")).size());
  }

  private void check(long row, byte[] bytes) throws Exception {
    assertEquals(List.of(), ExportCheck.problems(as.domain.certificate(), row, bytes));
    TreeHash hash = TreeHash.leaf(bytes);
    assertEquals(List.of(hash), tree.hashes(0, row, 1));
    checked = checked.with(hash).range();
    AuditEntry entry = AuditEntry.parseFrom(bytes);
    assertEquals(row, entry.getLeaf());
    AuditedDecision decision = entry.getDecision();
    if (decision.getGranted() && decision.getMethod().equals("request")) {
      assertTrue(granted.add(decision.getSession()), "two rows of one session");
    }
  }

  private byte[] head() {
    return as.storage()
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT subtrees FROM audit_head WHERE id = 1")
                    .mapTo(byte[].class)
                    .one());
  }

  private List<Long> numbers(String query) {
    return as.storage().withHandle(handle -> handle.createQuery(query).mapTo(Long.class).list());
  }

  /** Every session whose key was told is in the log, as of the last look. */
  void assertGranted(List<Long> told) {
    assertTrue(granted.containsAll(told), "a key without its row");
  }

  /** An export of the log holds by the log's key and the authority's certificate alone. */
  void assertExportVerifies(Path folder) throws Exception {
    NoteSigner signer = LogKey.ofDomain(as.storage(), 17, new SecureRandom(), as.clock);
    Checkpoints.Signed newest = new Checkpoints(as.storage(), signer, as.clock).newest();
    new ExportWriter(tree, folder).write(newest.note(), newest.size());
    CheckReport report =
        new ExportCheck(folder, signer.key(), as.domain.certificate()).run(Optional.empty());
    assertEquals(List.of(), report.findings());
  }
}
