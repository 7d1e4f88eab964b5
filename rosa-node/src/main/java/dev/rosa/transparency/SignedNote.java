package dev.rosa.transparency;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Text with signatures (C2SP signed-note). Its text means nothing before {@link #requireSignature}.
 *
 * @param text ends with a line feed
 */
public record SignedNote(String text, List<Mark> marks) {

  /** Largest note. */
  public static final int MAX_BYTES = 64 * 1024;

  private static final int MAX_SIGNATURES = 64;
  private static final int ID_BYTES = 4;
  private static final String DASH = "\u2014 ";

  /**
   * A signature line.
   *
   * @param name of the key
   * @param encoded Base64 of the key's id and the signature
   */
  record Mark(String name, String encoded) {

    private static Mark of(NoteKey key, byte[] signature) {
      ByteBuffer all = ByteBuffer.allocate(ID_BYTES + signature.length);
      all.putInt(key.id()).put(signature);
      return new Mark(key.name(), Base64.getEncoder().encodeToString(all.array()));
    }

    private static Mark parse(String line) throws TransparencyException {
      int blank = line.lastIndexOf(' ');
      if (!line.startsWith(DASH) || blank <= DASH.length()) {
        throw new TransparencyException(
            "a line after the note's text is no signature, expected: dash, name, Base64");
      }
      String encoded = line.substring(blank + 1);
      if (CanonicalBase64.decode(encoded, "a signature of the note").length <= ID_BYTES) {
        throw new TransparencyException("a signature of the note is empty");
      }
      return new Mark(line.substring(DASH.length(), blank), encoded);
    }

    private ByteBuffer decoded() {
      return ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
    }

    private boolean isOf(NoteKey key) {
      return name.equals(key.name()) && decoded().getInt() == key.id();
    }

    private boolean isBySameKey(Mark other) {
      return name.equals(other.name) && decoded().getInt() == other.decoded().getInt();
    }

    private boolean signs(byte[] text, NoteKey key) {
      byte[] all = decoded().array();
      return key.verify(text, Arrays.copyOfRange(all, ID_BYTES, all.length));
    }

    private String line() {
      return DASH + name + " " + encoded + "\n";
    }
  }

  /** A note with one signature. */
  public static SignedNote sign(String text, NoteSigner signer) {
    byte[] signature = signer.signature(text.getBytes(StandardCharsets.UTF_8));
    return new SignedNote(text, List.of(Mark.of(signer.key(), signature)));
  }

  /**
   * The note with a witness's signature, in place of an earlier one by the same key.
   *
   * @param witness has a key of a witness
   */
  public SignedNote cosigned(NoteSigner witness, Instant at) {
    byte[] signature =
        witness.cosignature(text.getBytes(StandardCharsets.UTF_8), at.getEpochSecond());
    return with(List.of(Mark.of(witness.key(), signature)));
  }

  /** The note with the signatures of another note of the same text as well. */
  public SignedNote withSignaturesOf(SignedNote other) {
    return text.equals(other.text) ? with(other.marks) : this;
  }

  /** The note with one signature of a key, and no other. */
  public SignedNote only(NoteKey key) {
    return new SignedNote(text, marks.stream().filter(mark -> mark.isOf(key)).limit(1).toList());
  }

  private SignedNote with(List<Mark> further) {
    List<Mark> all = new ArrayList<>(marks);
    all.removeIf(mark -> further.stream().anyMatch(mark::isBySameKey));
    all.addAll(further);
    return new SignedNote(text, List.copyOf(all));
  }

  /**
   * Reads a note, and checks none of its signatures.
   *
   * @throws TransparencyException if it is no note, or larger than one may be
   */
  public static SignedNote parse(byte[] bytes) throws TransparencyException {
    String note = decoded(bytes);
    int end = note.lastIndexOf("\n\n");
    if (end < 0 || !note.endsWith("\n")) {
      throw new TransparencyException(
          "the note is cut or none, expected a text, an empty line and a signature");
    }
    String[] lines = note.substring(end + 2).split("\n", -1);
    // The last one is empty: it follows the last line feed.
    if (lines.length - 1 > MAX_SIGNATURES) {
      throw new TransparencyException("the note has more than " + MAX_SIGNATURES + " signatures");
    }
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < lines.length - 1; i++) {
      marks.add(Mark.parse(lines[i]));
    }
    return new SignedNote(note.substring(0, end + 1), List.copyOf(marks));
  }

  private static String decoded(byte[] bytes) throws TransparencyException {
    if (bytes.length > MAX_BYTES) {
      throw new TransparencyException("the note has more than " + MAX_BYTES + " bytes");
    }
    try {
      String note = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (note.chars().noneMatch(sign -> sign < ' ' && sign != '\n')) {
        return note;
      }
    } catch (CharacterCodingException e) {
      // The same sentence for bytes and for characters that no note has.
    }
    throw new TransparencyException("the note is not a text in UTF-8 without control characters");
  }

  /**
   * Checks that a key signed the text.
   *
   * @throws TransparencyException if it did not, or one of its signatures is wrong
   */
  public void requireSignature(NoteKey key) throws TransparencyException {
    List<Mark> own = marks.stream().filter(mark -> mark.isOf(key)).toList();
    if (own.isEmpty()) {
      throw new TransparencyException("the note has no signature of the log key " + key.name());
    }
    byte[] signed = text.getBytes(StandardCharsets.UTF_8);
    for (Mark mark : own) {
      if (!mark.signs(signed, key)) {
        throw new TransparencyException(
            "a signature of the log key " + key.name() + " does not match the note");
      }
    }
  }

  /** Latest time of a signature by a witness's key, which {@link #requireSignature} has checked. */
  public Instant cosignedAt(NoteKey witness) {
    return marks.stream()
        .filter(mark -> mark.isOf(witness))
        .map(mark -> mark.decoded().getLong(ID_BYTES))
        .max(Long::compare)
        .map(Instant::ofEpochSecond)
        .orElse(Instant.EPOCH);
  }

  /** The note as a file has it. */
  @Override
  public String toString() {
    StringBuilder note = new StringBuilder(text).append('\n');
    marks.forEach(mark -> note.append(mark.line()));
    return note.toString();
  }
}
