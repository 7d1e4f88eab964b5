package dev.rosa.audit;

import dev.rosa.transparency.TreeHash;
import java.util.List;

/** Source of entries and hashes for an export of the audit log, such as the server's database. */
public interface LogSource {

  /** Consecutive entries as they were hashed. */
  List<byte[]> entries(long first, int count);

  /** Hashes of consecutive complete subtrees of 2^level leaves. */
  List<TreeHash> hashes(int level, long first, int count);
}
