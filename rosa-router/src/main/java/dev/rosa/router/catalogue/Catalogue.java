package dev.rosa.router.catalogue;

import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Catalogue in force (PROTOCOL §5 steps 4 to 6): the codes that Code Server and domain name, this
 * router's permissions for them, and the revocations. Immutable; every worker reads it without
 * locks, and without allocating. Another catalogue is another object: one that says the same is not
 * taken up.
 */
public final class Catalogue {

  /** One code. Immutable. */
  public static final class Entry {

    private static final int FIRST_EPOCH = 1;
    private static final int LABEL_DIGITS = 8;

    private final CodeDigest digest;
    private final String name;
    private final boolean permitted;

    /** Read for every packet, so without boxes. */
    private final int[] epochs;

    /** Those to whose secrets the domain commits. A held one is used, announced or not. */
    private final int[] committed;

    /** To the secrets of all epochs that the domain names; none: an earlier server signed. */
    private final Map<Integer, SecretCommitment> commitments;

    /** The epoch after the newest one: a push may be about to announce it. */
    private final int coming;

    /**
     * A code as announced.
     *
     * @param name for people
     * @param permitted whether this router may have it
     * @param epochs whose Kci the Code Server holds and the domain names, coming ones included;
     *     unsigned
     * @param commitments to the secrets of all epochs that the domain names; empty: to none
     */
    public Entry(
        CodeDigest digest,
        String name,
        boolean permitted,
        Collection<Integer> epochs,
        Map<Integer, SecretCommitment> commitments) {
      this.digest = digest;
      this.name = name;
      this.permitted = permitted;
      this.commitments = commitments;
      this.epochs = sorted(epochs);
      this.committed = sorted(commitments.keySet());
      this.coming =
          Stream.concat(epochs.stream(), commitments.keySet().stream())
              .max(Integer::compareUnsigned)
              .map(newest -> newest + 1)
              .orElse(FIRST_EPOCH);
    }

    /** A code of a domain whose state has no commitments. */
    public Entry(CodeDigest digest, String name, boolean permitted, Collection<Integer> epochs) {
      this(digest, name, permitted, epochs, Map.of());
    }

    private static int[] sorted(Collection<Integer> epochs) {
      return epochs.stream().mapToInt(Integer::intValue).distinct().sorted().toArray();
    }

    public CodeDigest digest() {
      return digest;
    }

    public String name() {
      return name;
    }

    /** Name and first digits of the digest, for people. */
    String label() {
      return "code %s (%s)".formatted(name, digest.hex().substring(0, LABEL_DIGITS));
    }

    public boolean permitted() {
      return permitted;
    }

    /** The announced epochs, unsigned, in no order. */
    public List<Integer> epochs() {
      return Arrays.stream(epochs).boxed().toList();
    }

    /** True if this epoch's Kci can be had. */
    public boolean announces(int epoch) {
      return isAmong(epochs, epoch);
    }

    private static boolean isAmong(int[] epochs, int epoch) {
      for (int each : epochs) {
        if (each == epoch) {
          return true;
        }
      }
      return false;
    }

    /**
     * True if this epoch's Kci can be used or waited for: the domain's state commits to it, the
     * Code Server holds it, or it is the one after the newest, the first one included. So a Code
     * Server that hides an epoch takes no secret from a router that has it.
     */
    public boolean mayKnow(int epoch) {
      return isAmong(committed, epoch) || announces(epoch) || epoch == coming;
    }

    /** True if this is the secret of the epoch, as far as the domain's state has commitments. */
    private boolean admits(int epoch, CodeSecret secret) {
      SecretCommitment commitment = commitments.get(epoch);
      return commitment == null ? commitments.isEmpty() : commitment.isTo(secret);
    }

    private boolean saysTheSameAs(Entry other) {
      return digest.equals(other.digest)
          && name.equals(other.name)
          && permitted == other.permitted
          && Arrays.equals(epochs, other.epochs)
          && commitments.equals(other.commitments);
    }
  }

  /** The empty catalogue of a router that has not heard from a Code Server yet. */
  public static final Catalogue EMPTY = new Catalogue(List.of(), Revocations.NONE);

  private final List<Entry> entries;
  private final NameTable<Entry> codes = new NameTable<>();
  private final Revocations revocations;

  /** A catalogue. */
  public Catalogue(List<Entry> entries, Revocations revocations) {
    this.entries = List.copyOf(entries);
    this.revocations = revocations;
    for (Entry entry : entries) {
      codes.put(entry.digest().codeId().high(), entry.digest().codeId().low(), entry);
    }
  }

  /** All codes. */
  public List<Entry> entries() {
    return entries;
  }

  /** The code with this Ci, or null. */
  public Entry find(long codeHigh, long codeLow) {
    return codes.find(codeHigh, codeLow);
  }

  /** The code with this digest, or null. */
  Entry find(CodeDigest code) {
    return find(code.codeId().high(), code.codeId().low());
  }

  /** True if packets obey this entry; false: there is another one with its Ci. */
  boolean obeys(Entry entry) {
    return find(entry.digest()) == entry;
  }

  /** Name of the code with this digest (64 hex digits); "withdrawn" if it is not here. */
  public String nameOf(String digest) {
    return entries.stream()
        .filter(entry -> entry.digest().hex().equals(digest))
        .map(Entry::name)
        .findFirst()
        .orElse("withdrawn");
  }

  /** True if this secret can be had. */
  public boolean announces(AwaitedItem.Secret secret) {
    Entry entry = find(secret.code());
    return entry != null && entry.announces(secret.epoch());
  }

  /** The commitment of the domain's state to a secret; null if it has none. */
  public SecretCommitment commitment(AwaitedItem.Secret secret) {
    Entry entry = find(secret.code());
    return entry == null ? null : entry.commitments.get(secret.epoch());
  }

  /** True if the domain's state commits to another secret. Takes the same time for every one. */
  public boolean contradicts(AwaitedItem.Secret name, CodeSecret secret) {
    SecretCommitment commitment = commitment(name);
    return commitment != null && !commitment.isTo(secret);
  }

  /**
   * True if this router may use a secret: it may know the epoch, and the domain's state, if it has
   * commitments, commits to the secret. Takes the same time for every secret.
   */
  public boolean admits(AwaitedItem.Secret name, CodeSecret secret) {
    Entry entry = find(name.code());
    return entry != null
        && entry.permitted()
        && entry.mayKnow(name.epoch())
        && entry.admits(name.epoch(), secret);
  }

  /** True if this router may use keys of the code's epoch, or of the one that follows it. */
  public boolean mayKnow(long codeHigh, long codeLow, int epoch) {
    Entry entry = find(codeHigh, codeLow);
    return entry != null && entry.permitted() && entry.mayKnow(epoch);
  }

  /** Everything that no packet may be of; the same object as long as nothing of it changes. */
  public Revocations revocations() {
    return revocations;
  }

  /** True if a router behaves in the same way with either. */
  boolean saysTheSameAs(Catalogue other) {
    if (revocations != other.revocations || entries.size() != other.entries.size()) {
      return false;
    }
    for (int i = 0; i < entries.size(); i++) {
      if (!entries.get(i).saysTheSameAs(other.entries.get(i))) {
        return false;
      }
    }
    return true;
  }
}
