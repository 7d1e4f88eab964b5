package dev.rosa.domainstate;

import dev.rosa.keys.CodeDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Content of a domain's signed state: each code's epochs that are not retired, and the names of the
 * revocations' segments. Immutable.
 *
 * @param epochs of each code the epochs that are not retired, coming ones included, unsigned
 * @param segments names of the segments that together are all revocations
 */
public record StateContent(Map<CodeDigest, Set<Integer>> epochs, List<SegmentName> segments) {

  /** No codes and no revocations. */
  public static final StateContent EMPTY = new StateContent(Map.of(), List.of());

  /** Takes copies. */
  public StateContent {
    Map<CodeDigest, Set<Integer>> copies = new HashMap<>();
    epochs.forEach((code, each) -> copies.put(code, Set.copyOf(each)));
    epochs = Map.copyOf(copies);
    segments = List.copyOf(segments);
    if (new HashSet<>(segments).size() != segments.size()) {
      throw new IllegalArgumentException("a segment of revocations is named twice");
    }
  }

  /** The epochs of a code; none if the domain has no such code. */
  public Set<Integer> epochsOf(CodeDigest code) {
    return epochs.getOrDefault(code, Set.of());
  }
}
