package dev.rosa.proxy.stream;

/**
 * Room for the last bytes of many streams. If it is full, the streams that were silent for longest
 * lose theirs: a sender that is done repeats nothing. Owned by one thread.
 */
public final class KeptRoom {
  private final long most;
  private long used;
  private KeptBytes oldest;
  private KeptBytes youngest;

  /** Room for so many bytes in all. */
  public KeptRoom(long most) {
    this.most = most;
  }

  /** Bytes that are in use. */
  public long used() {
    return used;
  }

  /** A stream goes on; it needs more memory by so many bytes. */
  void add(KeptBytes kept, int more) {
    if (youngest != kept) {
      unlink(kept);
      append(kept);
    }
    used += more;
    while (used > most && oldest != kept) {
      oldest.forget();
    }
  }

  private void append(KeptBytes kept) {
    kept.older = youngest;
    if (youngest == null) {
      oldest = kept;
    } else {
      youngest.younger = kept;
    }
    youngest = kept;
  }

  private void unlink(KeptBytes kept) {
    if (kept.older == null && oldest != kept) {
      return;
    }
    if (kept.older == null) {
      oldest = kept.younger;
    } else {
      kept.older.younger = kept.younger;
    }
    if (kept.younger == null) {
      youngest = kept.older;
    } else {
      kept.younger.older = kept.older;
    }
    kept.older = null;
    kept.younger = null;
  }

  /** A stream gives its memory back. */
  void remove(KeptBytes kept, int less) {
    unlink(kept);
    used -= less;
  }
}
