package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import dev.rosa.domainstate.SegmentName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Store of the segments of the list of revocations that a router has, and of the {@link
 * Revocations} made of them. One thread's.
 */
final class SegmentStore {

  private final KeptState kept;
  private final Map<SegmentName, Segment> segments = new HashMap<>();

  /** The segments that {@link #built} was made of. */
  private List<SegmentName> builtOf = List.of();

  private Revocations built = Revocations.NONE;

  SegmentStore(KeptState kept) {
    this.kept = kept;
  }

  /** Those of the segments that are not here. */
  List<SegmentName> lacking(List<SegmentName> names) {
    return names.stream().filter(name -> !has(name)).toList();
  }

  private boolean has(SegmentName name) {
    if (segments.containsKey(name)) {
      return true;
    }
    Optional<byte[]> bytes = kept.segment(name);
    bytes.ifPresent(each -> segments.put(name, Segment.read(each)));
    return bytes.isPresent();
  }

  /**
   * Takes a segment that was fetched.
   *
   * @throws IllegalArgumentException in one line, if it is another one, or not all of it is
   *     understood
   */
  void add(SegmentName name, ByteString segment) {
    byte[] bytes = segment.toByteArray();
    if (!SegmentName.ofSegment(bytes).equals(name)) {
      throw new IllegalArgumentException("a segment of revocations is not the one asked for");
    }
    segments.put(name, Segment.read(bytes));
    kept.keep(name, bytes);
  }

  /**
   * The revocations in these segments, which are all here. Others are forgotten. As long as the
   * segments stay the same, it is the same object.
   */
  Revocations of(List<SegmentName> names) {
    if (!names.equals(builtOf)) {
      built = Revocations.ofSegments(names.stream().map(segments::get).toList());
      builtOf = names;
    }
    segments.keySet().retainAll(new HashSet<>(names));
    return built;
  }
}
