package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
import java.util.Set;

/**
 * Answer to a fetch of code: the bundle's bytes, and the publishers whose signatures this router
 * accepted. Immutable.
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
