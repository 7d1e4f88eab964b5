package dev.rosa.as.state;

import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Maker of the segments of the list of revocations: it names them in the database, and writes them
 * for Code Servers that lack them. Names are kept; bytes are written anew from the table, by any
 * server the same ones. Thread-safe.
 */
public final class Segments {

  private final Storage storage;

  public Segments(Storage storage) {
    this.storage = storage;
  }

  /** The names of all segments in their order; empty if one has none at present. */
  static Optional<List<SegmentName>> names(Handle handle) {
    List<SegmentName> names = new ArrayList<>();
    for (Optional<byte[]> name : stored(handle)) {
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(SegmentName.of(name.get()));
    }
    return Optional.of(names);
  }

  private static List<Optional<byte[]>> stored(Handle handle) {
    return handle
        .createQuery("SELECT name FROM revocation_segments ORDER BY segment")
        .map((row, context) -> Optional.ofNullable(row.getBytes("name")))
        .list();
  }

  /** Names the segments that have changed, and forgets those without revocations. */
  static void nameChanged(Handle handle) {
    List<Long> changed =
        handle
            .createQuery("SELECT segment FROM revocation_segments WHERE name IS NULL")
            .mapTo(Long.class)
            .list();
    for (long segment : changed) {
      Optional<byte[]> bytes = bytes(handle, segment);
      if (bytes.isPresent()) {
        handle.execute(
            "UPDATE revocation_segments SET name = ? WHERE segment = ?",
            SegmentName.ofSegment(bytes.get()).toBytes(),
            segment);
      } else {
        handle.execute("DELETE FROM revocation_segments WHERE segment = ?", segment);
      }
    }
  }

  private static Optional<byte[]> bytes(Handle handle, long segment) {
    return Optional.of(RevocationTable.ofSegment(handle, segment))
        .filter(revocations -> !revocations.isEmpty())
        .map(RevocationSegments::write);
  }

  /** The bytes of a segment; empty if its revocations have changed since it had this name. */
  public Optional<byte[]> find(SegmentName name) {
    return storage.withHandle(handle -> find(handle, name));
  }

  private static Optional<byte[]> find(Handle handle, SegmentName name) {
    return handle
        .createQuery("SELECT segment FROM revocation_segments WHERE name = :name")
        .bind("name", name.toBytes())
        .mapTo(Long.class)
        .findFirst()
        .flatMap(segment -> bytes(handle, segment))
        .filter(bytes -> SegmentName.ofSegment(bytes).equals(name));
  }
}
