package dev.rosa.router.session;

import dev.rosa.keys.CodeDigest;
import dev.rosa.wire.active.ActivePacket;

/**
 * Lookup of the sessions of a whole batch in the {@link SessionCache}, with memory accesses
 * overlapped. With very many sessions each one's memory is not cached. A loop that only reads the
 * next loop's data lets the processor wait for all of them at once. One worker's.
 */
public final class SessionLookup {

  private final SessionCache sessions;
  private final long[] words;
  private final long[] hashes;
  private final int[] asked;
  private final int[] places;
  private final int[] guesses;
  private int size;

  /** Any class that keys may be of: that they are compared makes them be read. */
  private Class<?> kind = Object.class;

  /** Sum of the prefetch reads, so that the JIT does not remove them. */
  private long readAhead;

  public SessionLookup(SessionCache sessions, int capacity) {
    this.sessions = sessions;
    words = new long[capacity * ContextWords.COUNT];
    guesses = new int[capacity];
    hashes = new long[capacity];
    asked = new int[capacity];
    places = new int[capacity];
  }

  /** A new batch. */
  public void begin(long nowSeconds) {
    size = 0;
    sessions.beginBatch(nowSeconds);
  }

  /**
   * Asks for the session of a packet.
   *
   * @param index the packet's in its batch
   * @param code the full digest behind its Ci
   */
  public void ask(int index, ActivePacket packet, CodeDigest code) {
    ContextWords.read(packet, code, words, index * ContextWords.COUNT);
    hashes[size] = sessions.hash(packet.session());
    asked[size++] = index;
  }

  /** Finds all that were asked for. */
  public void answer() {
    long sum = readTable();
    int guessed = guess();
    readAhead = sum + readRecords(guessed) + readKeys(guessed);
    for (int i = 0; i < size; i++) {
      places[asked[i]] = sessions.find(words, asked[i] * ContextWords.COUNT);
    }
  }

  private long readTable() {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += sessions.readTable(hashes[i]);
    }
    return sum;
  }

  /** Fills {@link #guesses}, and returns how many there are. */
  private int guess() {
    int count = 0;
    for (int i = 0; i < size; i++) {
      int place = sessions.guess(hashes[i]);
      guesses[count] = place;
      count += place == SessionCache.NONE ? 0 : 1;
    }
    return count;
  }

  private long readRecords(int count) {
    SessionMemory memory = sessions.memory();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += memory.readAhead(guesses[i]);
    }
    return sum;
  }

  private int readKeys(int count) {
    SessionMemory memory = sessions.memory();
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += memory.readKeysAhead(guesses[i], kind);
    }
    return sum;
  }

  /** The session of the packet at {@code index}, or {@link SessionCache#NONE}. */
  public int place(int index) {
    return places[index];
  }

  /** Looks once more: another packet of this batch may have been the session's first. */
  public int findAgain(int index) {
    return sessions.find(words, index * ContextWords.COUNT);
  }

  /** The parameters of the packet at {@code index}, see {@link ContextWords}. */
  public long[] words() {
    return words;
  }

  /** Start, in {@link #words}, of the parameters of the packet at {@code index}. */
  public int at(int index) {
    return index * ContextWords.COUNT;
  }

  /** Sum of the prefetch reads; exposed only so that the JIT cannot remove them. */
  long readAhead() {
    return readAhead;
  }
}
