package dev.rosa.audit;

import dev.rosa.transparency.TreeHash;
import java.util.List;

/** A log that can be exported; it has all that is asked for. */
public interface LogSource {

  /** Consecutive entries as they were hashed. */
  List<byte[]> entries(long first, int count);

  /** Hashes of consecutive complete subtrees of 2^level leaves. */
  List<TreeHash> hashes(int level, long first, int count);
}
