package dev.rosa.transparency;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * State of a transparency log, as the log signs it: name, number of leaves and root hash (C2SP
 * tlog-checkpoint).
 *
 * @param origin name of the log
 * @param size number of leaves
 * @param loss loss of leaves that the log's operator accepted last; an extension line
 */
public record Checkpoint(String origin, long size, TreeHash root, AcceptedLoss loss) {

  private static final int LINES = 3;
  private static final Pattern SIZE = Pattern.compile("0|[1-9][0-9]{0,17}");

  /** Signs a state under the name of its key. */
  public static SignedNote sign(CompactRange range, NoteSigner signer) {
    return sign(range, AcceptedLoss.NONE, signer);
  }

  /** The same for a log that has lost leaves. */
  public static SignedNote sign(CompactRange range, AcceptedLoss loss, NoteSigner signer) {
    String origin = signer.key().name();
    return SignedNote.sign(new Checkpoint(origin, range.size(), range.root(), loss).text(), signer);
  }

  /**
   * Reads a checkpoint that a log signed under its own name.
   *
   * @throws TransparencyException if the note is none, or the key did not sign it
   */
  public static Checkpoint verified(SignedNote note, NoteKey key) throws TransparencyException {
    note.requireSignature(key);
    Checkpoint checkpoint = parse(note.text());
    if (!checkpoint.origin().equals(key.name())) {
      throw new TransparencyException(
          "the checkpoint is one of another log, expected " + key.name());
    }
    return checkpoint;
  }

  private static Checkpoint parse(String text) throws TransparencyException {
    String[] lines = text.split("\n", -1);
    if (lines.length < 4 || lines[0].isEmpty() || !SIZE.matcher(lines[1]).matches()) {
      throw new TransparencyException(
          "the note is no checkpoint, expected lines with origin, size and root hash");
    }
    return new Checkpoint(
        lines[0],
        Long.parseLong(lines[1]),
        TreeHash.parse(lines[2]),
        AcceptedLoss.among(Arrays.asList(lines).subList(LINES, lines.length)));
  }

  private String text() {
    return origin + "\n" + size + "\n" + root + "\n" + loss.line();
  }
}
