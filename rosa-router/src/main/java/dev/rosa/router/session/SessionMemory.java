package dev.rosa.router.session;

import dev.rosa.api.SessionState;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.session.ReplayWindow;
import dev.rosa.wire.active.Grant;
import java.util.Arrays;

/**
 * Memory of a {@link SessionCache}: a flat record for each session, found by a number, its place.
 * The data for a packet stands together, with the words that it changes (use, the window's head) in
 * front. That is three cache lines to read and one to write back, and no object to follow but the
 * key. Slabs are made when places are first used, and kept. One worker's.
 */
public final class SessionMemory {

  /** Use of a session, see {@link SessionUse}. */
  private static final int USE = 0;

  private static final int WINDOW = USE + 1;
  private static final int CONTEXT = WINDOW + ReplayWindow.HEAD_WORDS;
  private static final int RATE = CONTEXT + ContextWords.COUNT;
  private static final int RING = RATE + RateLimiter.WORDS;
  private static final int RECORD = RING + ReplayWindow.RING_WORDS;

  /** Words of a cache line. */
  private static final int LINE = 8;

  /** As many as make an array of 1 MiB with its header, which suits every collector's regions. */
  private static final int PER_SLAB = ((1 << 17) - 2) / RECORD;

  private static final int MAC = 0;
  private static final int CIPHER = 1;
  private static final int CODE = 2;
  private static final int STATE = 3;
  private static final int REFERENCES = 4;
  private static final int REFERENCE_BYTES = 4;

  private static final int ARRAY_HEADER_BYTES = 16;

  private static final int RECORD_BYTES = RECORD * Long.BYTES + REFERENCES * REFERENCE_BYTES;

  private static final int STATE_BYTES = ARRAY_HEADER_BYTES + SessionState.SLOTS * Long.BYTES;

  private final long[][] slabs;
  private final Object[][] references;

  /** Room for at most {@code capacity} sessions; takes no memory for them yet. */
  SessionMemory(int capacity) {
    int most = (capacity + PER_SLAB - 1) / PER_SLAB;
    slabs = new long[most][];
    references = new Object[most][];
  }

  private static int at(int place) {
    return place % PER_SLAB * RECORD;
  }

  private long[] slab(int place) {
    return slabs[place / PER_SLAB];
  }

  private Object[] references(int place) {
    return references[place / PER_SLAB];
  }

  private static int atReference(int place) {
    return place % PER_SLAB * REFERENCES;
  }

  /** Makes a record, its window taking nothing up to {@code highest}. */
  void open(int place, long[] words, int at, PreparedKeys keys, long highest) {
    int slab = place / PER_SLAB;
    if (slabs[slab] == null) {
      slabs[slab] = new long[PER_SLAB * RECORD];
      references[slab] = new Object[PER_SLAB * REFERENCES];
    }
    long[] memory = slab(place);
    int record = at(place);
    System.arraycopy(words, at, memory, record + CONTEXT, ContextWords.COUNT);
    if (highest != 0) {
      ReplayWindow.startAfter(memory, record + WINDOW, record + RING, highest);
    }
    Object[] held = references(place);
    held[atReference(place) + MAC] = keys.mac();
    held[atReference(place) + CIPHER] = keys.cipher();
    boolean keepsState = Grant.mayKeepState(ContextWords.grantBits(words, at));
    held[atReference(place) + STATE] = keepsState ? new long[SessionState.SLOTS] : null;
  }

  /** Wipes a record and its keys, all but {@link SessionUse#CHANGED}. */
  void close(int place) {
    long changed = use(place) & SessionUse.CHANGED;
    destroy(mac(place));
    destroy(cipher(place));
    Arrays.fill(references(place), atReference(place), atReference(place) + REFERENCES, null);
    Arrays.fill(slab(place), at(place), at(place) + RECORD, 0);
    setUse(place, changed);
  }

  private static void destroy(PreparedKey key) {
    if (key != null) {
      key.destroy();
    }
  }

  /** Reads what a packet will need of a record, and nothing else. */
  long readAhead(int place) {
    long[] memory = slab(place);
    int record = at(place);
    return memory[record]
        + memory[record + LINE]
        + memory[record + RATE - 1]
        + (references(place)[atReference(place) + MAC] == null ? 0 : 1);
  }

  /**
   * Reads of the keys whose address {@link #readAhead} has brought whether they are of this class,
   * and nothing else.
   */
  int readKeysAhead(int place, Class<?> kind) {
    Object[] held = references(place);
    int at = atReference(place);
    return isOf(kind, held[at + MAC]) + isOf(kind, held[at + CIPHER]);
  }

  private static int isOf(Class<?> kind, Object key) {
    return key != null && key.getClass() == kind ? 1 : 0;
  }

  /** True if everything that went into the record's key equals the words. */
  boolean hasContext(int place, long[] words, int at) {
    return ContextWords.areEqual(slab(place), at(place) + CONTEXT, words, at);
  }

  /** The session's number. */
  public long session(int place) {
    return slab(place)[at(place) + CONTEXT + ContextWords.SESSION];
  }

  /** The first half of its Ci. */
  public long codeHigh(int place) {
    return slab(place)[at(place) + CONTEXT + ContextWords.CODE];
  }

  /** The second half of its Ci. */
  public long codeLow(int place) {
    return slab(place)[at(place) + CONTEXT + ContextWords.CODE + 1];
  }

  /** Its epoch, unsigned. */
  public int epoch(int place) {
    return (int) slab(place)[at(place) + CONTEXT + ContextWords.DOMAIN_AND_EPOCH];
  }

  /** The first half of its U. */
  public long userHigh(int place) {
    return slab(place)[at(place) + CONTEXT + ContextWords.USER];
  }

  /** The second half of its U. */
  public long userLow(int place) {
    return slab(place)[at(place) + CONTEXT + ContextWords.USER + 1];
  }

  /** Its user, see {@link ContextWords#user}. */
  int user(int place) {
    return ContextWords.user(slab(place), at(place) + CONTEXT);
  }

  /** Use of the session, see {@link SessionUse}. */
  long use(int place) {
    return slab(place)[at(place) + USE];
  }

  void setUse(int place, long use) {
    slab(place)[at(place) + USE] = use;
  }

  /** SET, Unix seconds. */
  long set(int place) {
    return ContextWords.set(slab(place), at(place) + CONTEXT);
  }

  /** The highest sequence number accepted. */
  long highest(int place) {
    return slab(place)[at(place) + WINDOW];
  }

  /** See {@link ReplayWindow#accept(long)}. */
  boolean accept(int place, long sequence) {
    int record = at(place);
    return ReplayWindow.accept(slab(place), record + WINDOW, record + RING, sequence);
  }

  /** Takes one packet from the grant's rate; false if there is none left. */
  public boolean tryTake(int place, long nowNanos) {
    long[] memory = slab(place);
    int record = at(place);
    long packetsPerSecond = ContextWords.grantBits(memory, record + CONTEXT) >>> Integer.SIZE;
    return RateLimiter.tryTake(memory, record + RATE, packetsPerSecond, nowNanos);
  }

  /** The key's part for the MAC, see {@link PreparedKeys}. */
  public PreparedKey mac(int place) {
    return (PreparedKey) references(place)[atReference(place) + MAC];
  }

  /** The key's part for the cipher. */
  public PreparedKey cipher(int place) {
    return (PreparedKey) references(place)[atReference(place) + CIPHER];
  }

  /** The code's state for this session, or null if the grant permits none. */
  public long[] state(int place) {
    return (long[]) references(place)[atReference(place) + STATE];
  }

  /** The code, once it is loaded; spares the look-up. */
  public LoadedCode code(int place) {
    return (LoadedCode) references(place)[atReference(place) + CODE];
  }

  public void setCode(int place, LoadedCode code) {
    references(place)[atReference(place) + CODE] = code;
  }

  /** About how much memory a session takes, its keys included. */
  int footprintBytes(int place) {
    PreparedKeys keys = new PreparedKeys(mac(place), cipher(place));
    return footprintBytes(keys, state(place) != null);
  }

  /** About how much memory a session with these keys will take. */
  static int footprintBytes(PreparedKeys keys, boolean keepsState) {
    return RECORD_BYTES + keys.footprintBytes() + (keepsState ? STATE_BYTES : 0);
  }
}
