package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import java.util.Set;

/**
 * Bundle that a Code Server sent. Immutable.
 *
 * @param jar unverified
 * @param publishers names of the users whose signatures this router accepted, at least one
 */
public record FetchedBundle(ByteString jar, Set<String> publishers) {

  /** Takes a copy. */
  public FetchedBundle {
    publishers = Set.copyOf(publishers);
  }
}
