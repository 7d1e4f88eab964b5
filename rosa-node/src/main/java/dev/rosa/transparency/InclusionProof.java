package dev.rosa.transparency;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Proof that an entry is in the log, complete for a check without the log (C2SP tlog-proof). It is
 * the entry as extra data, its number, the hashes up to the root, and the checkpoint.
 */
public final class InclusionProof {

  /** Largest proof as text. */
  public static final int MAX_BYTES = 256 * 1024;

  private static final String FIRST_LINE = "c2sp.org/tlog-proof@v1";
  private static final String EXTRA = "extra ";
  private static final String INDEX = "index ";
  private static final String NUMBER = "0|[1-9][0-9]{0,17}";
  private static final int MAX_PATH = 64;

  private final byte[] entry;
  private final long index;
  private final List<TreeHash> path;
  private final SignedNote note;

  /**
   * A proof, not checked here.
   *
   * @param index number of the entry, from 0
   * @param path from the leaf's sibling up to the root's child
   * @param note the checkpoint
   */
  public InclusionProof(byte[] entry, long index, List<TreeHash> path, SignedNote note) {
    this.entry = entry.clone();
    this.index = index;
    this.path = List.copyOf(path);
    this.note = note;
  }

  /** Tells whether bytes are to be read as a proof. */
  public static boolean looksLike(byte[] bytes) {
    byte[] first = FIRST_LINE.getBytes(StandardCharsets.UTF_8);
    return bytes.length >= first.length
        && Arrays.equals(bytes, 0, first.length, first, 0, first.length);
  }

  /**
   * Reads a proof, and checks nothing of it.
   *
   * @throws TransparencyException if it is none
   */
  public static InclusionProof parse(byte[] bytes) throws TransparencyException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf("\n\n");
    if (bytes.length > MAX_BYTES || end < 0) {
      throw new TransparencyException("the proof is cut or too large");
    }
    String[] lines = text.substring(0, end).split("\n", -1);
    if (lines.length < 3 || lines.length > 3 + MAX_PATH || !lines[0].equals(FIRST_LINE)) {
      throw new TransparencyException("not a proof, expected '" + FIRST_LINE + "' and three lines");
    }
    byte[] entry = CanonicalBase64.decode(after(EXTRA, lines[1]), "the entry of the proof");
    String index = after(INDEX, lines[2]);
    if (!index.matches(NUMBER)) {
      throw new TransparencyException("the index of the proof is not a number");
    }
    List<TreeHash> path = new ArrayList<>();
    for (String line : Arrays.asList(lines).subList(3, lines.length)) {
      path.add(TreeHash.parse(line));
    }
    byte[] note = text.substring(end + 2).getBytes(StandardCharsets.UTF_8);
    return new InclusionProof(entry, Long.parseLong(index), path, SignedNote.parse(note));
  }

  private static String after(String prefix, String line) throws TransparencyException {
    if (!line.startsWith(prefix)) {
      throw new TransparencyException(
          "the proof has no line '" + prefix.strip() + "' in its place");
    }
    return line.substring(prefix.length());
  }

  /** The entry's bytes as they were hashed. */
  public byte[] entry() {
    return entry.clone();
  }

  public long index() {
    return index;
  }

  /**
   * Checks that the log of a key has the entry.
   *
   * @return the checkpoint under which it has it
   * @throws TransparencyException if that is not shown
   */
  public Checkpoint verify(NoteKey key) throws TransparencyException {
    Checkpoint checkpoint = Checkpoint.verified(note, key);
    TreeHash leaf = TreeHash.leaf(entry);
    if (!ProofCheck.includes(leaf, index, checkpoint.size(), path, checkpoint.root())) {
      throw new TransparencyException(
          "the proof does not lead from entry " + index + " to the root of its checkpoint");
    }
    return checkpoint;
  }

  /** The proof as a file has it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    text.append(EXTRA).append(Base64.getEncoder().encodeToString(entry)).append('\n');
    text.append(INDEX).append(index).append('\n');
    path.forEach(hash -> text.append(hash).append('\n'));
    return text.append('\n').append(note).toString();
  }
}
