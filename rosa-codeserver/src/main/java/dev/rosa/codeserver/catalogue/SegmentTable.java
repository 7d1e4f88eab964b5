package dev.rosa.codeserver.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.Revoked;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.identity.RosaId;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Table of the segments of the list of revocations, with the routers that they revoke. Its callers
 * hold {@link CatalogueVersion#lock} where they change something. Stateless.
 */
final class SegmentTable {

  private SegmentTable() {}

  /** A segment that can be read, by its name. */
  record Segment(SegmentName name, ByteString bytes, List<Revoked> revocations) {

    /**
     * Reads a segment.
     *
     * @throws IllegalArgumentException in one line if it is none
     */
    static Segment read(ByteString bytes) {
      byte[] segment = bytes.toByteArray();
      return new Segment(SegmentName.ofSegment(segment), bytes, RevocationSegments.read(segment));
    }
  }

  /** All that are here, also those of a state that is not complete. */
  static Set<SegmentName> names(Handle handle) {
    return handle
        .createQuery("SELECT name FROM revocation_segment")
        .mapTo(String.class)
        .map(name -> SegmentName.of(HexFormat.of().parseHex(name)))
        .collect(Collectors.toSet());
  }

  /** Adds one that is not in force; one that is here stays as it is. */
  static void add(Handle handle, Segment segment) {
    String name = segment.name().toString();
    int added =
        handle.execute(
            "INSERT INTO revocation_segment (name, carried, revocations, segment)"
                + " VALUES (?, 0, ?, ?) ON CONFLICT (name) DO NOTHING",
            name,
            segment.revocations().size(),
            segment.bytes().toByteArray());
    if (added > 0) {
      segment.revocations().forEach(revoked -> addRouter(handle, name, revoked));
    }
  }

  private static void addRouter(Handle handle, String segment, Revoked revoked) {
    if (revoked.subject() instanceof Revoked.Router router) {
      handle.execute(
          "INSERT INTO revoked_router (segment, router, ends_at) VALUES (?, ?, ?)",
          segment,
          router.router().toString(),
          revoked.until());
    }
  }

  /** Puts all that are here into force. */
  static void carryAll(Handle handle) {
    handle.execute("UPDATE revocation_segment SET carried = 1 WHERE carried = 0");
  }

  /** Forgets those that are not in force and not among these. */
  static void forgetAwaitedBeside(Handle handle, Set<SegmentName> kept) {
    delete(handle, "SELECT name FROM revocation_segment WHERE carried = 0", kept);
  }

  /** Forgets all that are not among these. */
  static void forgetBeside(Handle handle, Set<SegmentName> kept) {
    delete(handle, "SELECT name FROM revocation_segment", kept);
  }

  private static void delete(Handle handle, String among, Set<SegmentName> kept) {
    Set<String> spared = kept.stream().map(SegmentName::toString).collect(Collectors.toSet());
    List<String> gone =
        handle.createQuery(among).mapTo(String.class).filter(name -> !spared.contains(name)).list();
    if (gone.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch("DELETE FROM revocation_segment WHERE name = ?")) {
      gone.forEach(name -> batch.bind(0, name).add());
      int[] unused = batch.execute();
    }
    handle.execute(
        "DELETE FROM revoked_router WHERE segment NOT IN (SELECT name FROM revocation_segment)");
  }

  /** The bytes of one that is in force. */
  static Optional<byte[]> carried(Handle handle, SegmentName name) {
    return handle
        .createQuery("SELECT segment FROM revocation_segment WHERE name = ? AND carried = 1")
        .bind(0, name.toString())
        .map((row, context) -> row.getBytes(1))
        .findOne();
  }

  /** Tells whether a revocation in force is of that router. */
  static boolean revokes(Handle handle, RosaId router, long nowSeconds) {
    return handle
        .createQuery(
            "SELECT 1 FROM revoked_router r JOIN revocation_segment s ON s.name = r.segment"
                + " WHERE r.router = ? AND s.carried = 1 AND (r.ends_at = 0 OR r.ends_at >= ?)")
        .bind(0, router.toString())
        .bind(1, nowSeconds)
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }
}
