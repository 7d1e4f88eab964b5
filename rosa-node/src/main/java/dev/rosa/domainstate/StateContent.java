package dev.rosa.domainstate;

import dev.rosa.keys.CodeDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Content of a domain's signed state: each code's epochs that are not retired with commitments to
 * their secrets, and the names of the revocations' segments. Immutable.
 *
 * @param epochs of each code the epochs that are not retired, coming ones included, unsigned
 * @param commitments of each code to the secrets of all its epochs; a code is not in it if an
 *     earlier Authorization Server has signed the state
 * @param segments names of the segments that together are all revocations
 */
public record StateContent(
    Map<CodeDigest, Set<Integer>> epochs,
    Map<CodeDigest, Map<Integer, SecretCommitment>> commitments,
    List<SegmentName> segments) {

  /** No codes and no revocations. */
  public static final StateContent EMPTY = new StateContent(Map.of(), List.of());

  /** Takes copies. */
  public StateContent {
    Map<CodeDigest, Set<Integer>> copies = new HashMap<>();
    epochs.forEach((code, each) -> copies.put(code, Set.copyOf(each)));
    epochs = Map.copyOf(copies);
    Map<CodeDigest, Map<Integer, SecretCommitment>> committed = new HashMap<>();
    commitments.forEach((code, each) -> committed.put(code, Map.copyOf(each)));
    commitments = Map.copyOf(committed);
    commitments.forEach((code, each) -> requireAll(each, copies.getOrDefault(code, Set.of())));
    segments = List.copyOf(segments);
    if (new HashSet<>(segments).size() != segments.size()) {
      throw new IllegalArgumentException("a segment of revocations is named twice");
    }
  }

  /** Content without commitments, as earlier Authorization Servers sign it. */
  public StateContent(Map<CodeDigest, Set<Integer>> epochs, List<SegmentName> segments) {
    this(epochs, Map.of(), segments);
  }

  /** Content with a commitment to each secret. */
  public static StateContent committed(
      Map<CodeDigest, Map<Integer, SecretCommitment>> commitments, List<SegmentName> segments) {
    Map<CodeDigest, Set<Integer>> epochs = new HashMap<>();
    commitments.forEach((code, each) -> epochs.put(code, each.keySet()));
    return new StateContent(epochs, commitments, segments);
  }

  private static void requireAll(Map<Integer, SecretCommitment> commitments, Set<Integer> epochs) {
    if (!commitments.keySet().equals(epochs)) {
      throw new IllegalArgumentException("a code has commitments to other epochs than its own");
    }
  }

  /** The epochs of a code; none if the domain has no such code. */
  public Set<Integer> epochsOf(CodeDigest code) {
    return epochs.getOrDefault(code, Set.of());
  }

  /** The commitments to a code's secrets; none if an earlier Authorization Server signed. */
  public Map<Integer, SecretCommitment> commitmentsOf(CodeDigest code) {
    return commitments.getOrDefault(code, Map.of());
  }
}
