package dev.rosa.router.catalogue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeId;
import dev.rosa.keys.UserId;
import dev.rosa.wire.ActivePacket;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Catalogue that the Code Server has pushed (PROTOCOL §5 steps 4 and 5): the codes that exist, this
 * router's permissions for them, and the revocations. Immutable; every worker reads it without
 * locks, and without allocating.
 */
public final class Catalogue {

  /** One code. Immutable. */
  public static final class Entry {

    private static final int FIRST_EPOCH = 1;

    private final CodeDigest digest;
    private final String name;
    private final boolean permitted;

    /** Read for every packet, so without boxes. */
    private final int[] epochs;

    /**
     * A code as announced.
     *
     * @param name for people
     * @param permitted whether this router may have it
     * @param epochs whose Kci the Code Server holds, coming ones included; unsigned
     */
    public Entry(CodeDigest digest, String name, boolean permitted, Collection<Integer> epochs) {
      this.digest = digest;
      this.name = name;
      this.permitted = permitted;
      this.epochs = epochs.stream().mapToInt(Integer::intValue).distinct().toArray();
    }

    public CodeDigest digest() {
      return digest;
    }

    public String name() {
      return name;
    }

    public boolean permitted() {
      return permitted;
    }

    /** The announced epochs, unsigned, in no order. */
    public List<Integer> epochs() {
      return Arrays.stream(epochs).boxed().toList();
    }

    /** True if the Code Server holds this epoch's Kci. */
    public boolean announces(int epoch) {
      for (int each : epochs) {
        if (each == epoch) {
          return true;
        }
      }
      return false;
    }

    /**
     * True if this epoch's Kci can be waited for: the Code Server holds it, or it is the one to
     * come, the first one included, which a push may be about to announce.
     */
    public boolean mayKnow(int epoch) {
      return announces(epoch)
          || announces(epoch - 1)
          || (epochs.length == 0 && epoch == FIRST_EPOCH);
    }
  }

  /**
   * Revoked sessions, users and codes.
   *
   * @param sessions by number
   * @param users by U
   * @param codes by digest
   */
  public record Revocations(Set<Long> sessions, Set<UserId> users, Set<CodeDigest> codes) {

    /** Nothing was revoked. */
    public static final Revocations NONE = new Revocations(Set.of(), Set.of(), Set.of());

    /** Takes copies. */
    public Revocations {
      sessions = Set.copyOf(sessions);
      users = Set.copyOf(users);
      codes = Set.copyOf(codes);
    }
  }

  /** A 16-byte name in two halves, found by the first. */
  private record Named<T>(long high, long low, T value) {}

  /** The empty catalogue of a router that has not heard from the Code Server yet. */
  public static final Catalogue EMPTY = new Catalogue(0, List.of(), Revocations.NONE);

  private final long version;
  private final List<Entry> entries;
  private final LongObjectMap<List<Named<Entry>>> codes = new LongObjectHashMap<>();
  private final LongObjectMap<Boolean> revokedSessions = new LongObjectHashMap<>();
  private final LongObjectMap<List<Named<Boolean>>> revokedUsers = new LongObjectHashMap<>();
  private final LongObjectMap<List<Named<Boolean>>> revokedCodes = new LongObjectHashMap<>();

  /** A catalogue as pushed. */
  public Catalogue(long version, List<Entry> entries, Revocations revocations) {
    this.version = version;
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      put(codes, entry.digest().codeId(), entry);
    }
    for (Long session : revocations.sessions()) {
      revokedSessions.put(session.longValue(), Boolean.TRUE);
    }
    for (UserId user : revocations.users()) {
      ByteBuffer bytes = ByteBuffer.wrap(user.toBytes());
      put(revokedUsers, new CodeId(bytes.getLong(), bytes.getLong()), true);
    }
    for (CodeDigest code : revocations.codes()) {
      put(revokedCodes, code.codeId(), true);
    }
  }

  private static <T> void put(LongObjectMap<List<Named<T>>> map, CodeId id, T value) {
    List<Named<T>> chain = map.get(id.high());
    if (chain == null) {
      chain = new ArrayList<>(1);
      map.put(id.high(), chain);
    }
    chain.add(new Named<>(id.high(), id.low(), value));
  }

  private static <T> T find(LongObjectMap<List<Named<T>>> map, long high, long low) {
    List<Named<T>> chain = map.get(high);
    if (chain == null) {
      return null;
    }
    for (int i = 0; i < chain.size(); i++) {
      if (chain.get(i).low() == low) {
        return chain.get(i).value();
      }
    }
    return null;
  }

  /** Grows with every change of the storage it comes from; 0: nothing was pushed yet. */
  public long version() {
    return version;
  }

  /** All codes. */
  public List<Entry> entries() {
    return entries;
  }

  /** The code with this Ci, or null. */
  public Entry find(long codeHigh, long codeLow) {
    return find(codes, codeHigh, codeLow);
  }

  /** Name of the code with this digest (64 hex digits); "withdrawn" if it is not here. */
  public String nameOf(String digest) {
    return entries.stream()
        .filter(entry -> entry.digest().hex().equals(digest))
        .map(Entry::name)
        .findFirst()
        .orElse("withdrawn");
  }

  /** True if the Code Server holds this secret. */
  public boolean announces(AwaitedItem.Secret secret) {
    Entry entry = find(secret.code().codeId().high(), secret.code().codeId().low());
    return entry != null && entry.announces(secret.epoch());
  }

  /** True if this router may use keys of the code's epoch, or of the one that follows it. */
  public boolean mayKnow(long codeHigh, long codeLow, int epoch) {
    Entry entry = find(codeHigh, codeLow);
    return entry != null && entry.permitted() && entry.mayKnow(epoch);
  }

  /** True if the packet's session, user or code was revoked. */
  public boolean isRevoked(ActivePacket packet) {
    return revokedSessions.containsKey(packet.session())
        || find(revokedUsers, packet.userHigh(), packet.userLow()) != null
        || find(revokedCodes, packet.codeHigh(), packet.codeLow()) != null;
  }
}
