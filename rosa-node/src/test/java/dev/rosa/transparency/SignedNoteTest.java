package dev.rosa.transparency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes, keys and checkpoints, against the example in the documentation of Go's sumdb/note. */
@Tag("jdk")
class SignedNoteTest {

  private static final String GO_KEY =
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  private static final String GO_PRIVATE = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
  private static final String GO_TEXT =
      """
      If you think cryptography is the answer to your problem,
      then you don't know what your problem is.
      """;
  private static final String GO_NOTE =
      GO_TEXT
          + "\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXg"
          + "KvqfqdngotpRZb6KE6RyyBwJnAM=\n";

  private static NoteSigner goSigner() throws TransparencyException {
    byte[] typed = Base64.getDecoder().decode(GO_PRIVATE);
    return NoteSigner.of(NoteKey.parse(GO_KEY), Arrays.copyOfRange(typed, 1, typed.length));
  }

  private static NoteSigner newSigner() throws TransparencyException {
    return NoteSigner.random("rosa/17/audit", new SecureRandom());
  }

  @Test
  void shouldSignToTheBitAsGoDoes() throws Exception {
    assertEquals(GO_NOTE, SignedNote.sign(GO_TEXT, goSigner()).toString());
    assertEquals(GO_KEY, NoteKey.parse(GO_KEY + "\n").toString());
    SignedNote note = SignedNote.parse(bytes(GO_NOTE));
    note.requireSignature(NoteKey.parse(GO_KEY));
    assertEquals(GO_NOTE, note.toString());
  }

  @Test
  void shouldSignAgainWhenKeyIsStoredAndRead() throws Exception {
    NoteSigner made = newSigner();
    NoteSigner read = NoteSigner.of(made.key(), made.privateKey());
    assertArrayEquals(made.privateKey(), read.privateKey());
    assertEquals(SignedNote.sign("x\n", made).toString(), SignedNote.sign("x\n", read).toString());
    assertEquals(made.key(), NoteKey.parse(made.key().toString()));
    assertEquals(made.key().toString(), made.toString());
    byte[] other = newSigner().privateKey();
    assertThrows(TransparencyException.class, () -> NoteSigner.of(made.key(), other));
  }

  @Test
  void shouldNoticeEveryBitThatChanges() throws Exception {
    NoteSigner signer = newSigner();
    CompactRange range = CompactRange.EMPTY.with(TreeHash.leaf(new byte[1])).range();
    byte[] note = bytes(Checkpoint.sign(range, signer).toString());
    assertEquals(1, Checkpoint.verified(SignedNote.parse(note), signer.key()).size());
    for (int bit = 0; bit < note.length * 8; bit++) {
      byte[] changed = note.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(
          TransparencyException.class,
          () -> Checkpoint.verified(SignedNote.parse(changed), signer.key()));
    }
  }

  /** The line was made by OpenSSL and Python, as C2SP's tlog-cosignature says. */
  @Test
  void shouldCosignToTheBitAsC2spSays() throws Exception {
    byte[] publicKey =
        HexFormat.of().parseHex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
    byte[] privateKey = new byte[32];
    for (int i = 0; i < privateKey.length; i++) {
      privateKey[i] = (byte) i;
    }
    NoteSigner witness =
        NoteSigner.of(NoteKey.ofWitness("rosa/17/router/r1", publicKey), privateKey);
    String text = "rosa/17/audit\n3\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n";
    NoteSigner log = newSigner();
    Instant at = Instant.ofEpochSecond(1_800_000_000L);
    SignedNote note = SignedNote.sign(text, log).cosigned(witness, at);
    String line =
        "\u2014 rosa/17/router/r1"
            + " BAnwXQAAAABrSdIAcUN4jrzxGlhmo3okoDPEExXvCIS0jPEgwqUg7fMRKJuy"
            + "ydMcbuSg6fvaEaNOtHNVFTqAfJkK5x9mzkzcDNVDDA==\n";
    assertTrue(note.toString().endsWith(line), note.toString());
    SignedNote read = SignedNote.parse(bytes(note.toString()));
    read.requireSignature(witness.key());
    assertEquals(at, read.cosignedAt(witness.key()));
    read.requireSignature(log.key());
    String later = note.toString().replace("rosa/17/audit\n3", "rosa/17/audit\n4");
    assertThrows(
        TransparencyException.class,
        () -> SignedNote.parse(bytes(later)).requireSignature(witness.key()));
    assertThrows(
        TransparencyException.class,
        () -> read.requireSignature(new NoteKey("rosa/17/router/r1", publicKey)));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, 253_402_300_800L, 1L << 62, Long.MAX_VALUE})
  void shouldRefuseCosignatureOfATimeThatNoCalendarHas(long unixSeconds) throws Exception {
    NoteSigner log = newSigner();
    NoteSigner witness = NoteSigner.randomWitness("rosa/17/router/r2", new SecureRandom());
    String text = "rosa/17/audit\n3\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n";
    byte[] cosignature = witness.cosignature(bytes(text), unixSeconds);
    byte[] mark =
        ByteBuffer.allocate(4 + cosignature.length)
            .putInt(witness.key().id())
            .put(cosignature)
            .array();
    String note =
        SignedNote.sign(text, log)
            + "\u2014 rosa/17/router/r2 "
            + Base64.getEncoder().encodeToString(mark)
            + "\n";
    assertThrows(
        TransparencyException.class,
        () -> SignedNote.parse(bytes(note)).requireSignature(witness.key()));
  }

  @Test
  void shouldReadAcceptedLossOfCheckpoint() throws Exception {
    NoteSigner log = newSigner();
    AcceptedLoss loss = new AcceptedLoss(5, 70);
    SignedNote note = Checkpoint.sign(CompactRange.EMPTY, loss, log);
    assertEquals(loss, Checkpoint.verified(note, log.key()).loss());
    for (String bad : List.of("0 1", "1", "1 01", "1 2 3", "1 2\naccepted-loss 2 2")) {
      SignedNote other = SignedNote.sign(note.text().replace("5 70", bad), log);
      assertThrows(TransparencyException.class, () -> Checkpoint.verified(other, log.key()), bad);
    }
  }

  @Test
  void shouldIgnoreSignaturesOfOthersAndRefuseWithoutOwn() throws Exception {
    String second = SignedNote.sign(GO_TEXT, newSigner()).toString();
    String line = second.substring(second.lastIndexOf('\u2014'));
    SignedNote.parse(bytes(GO_NOTE + line)).requireSignature(NoteKey.parse(GO_KEY));
    TransparencyException refused =
        assertThrows(
            TransparencyException.class,
            () -> SignedNote.parse(bytes(second)).requireSignature(NoteKey.parse(GO_KEY)));
    assertEquals("the note has no signature of the log key PeterNeumann", refused.getMessage());
  }

  @Test
  void shouldRefuseWhatIsNoNote() {
    String huge = "x".repeat(SignedNote.MAX_BYTES) + "\n" + GO_NOTE;
    String signatures = GO_NOTE.substring(GO_TEXT.length() + 1).repeat(65);
    for (String bad :
        List.of(
            "",
            "\n",
            GO_TEXT,
            GO_NOTE.substring(0, GO_NOTE.length() - 1),
            GO_NOTE.substring(0, GO_NOTE.length() - 10) + "\n",
            GO_NOTE + "x\n",
            GO_NOTE.replace("AM=", "AN="),
            GO_NOTE.replace("AM=", "AM"),
            GO_NOTE.replace('I', '\t'),
            GO_TEXT + "\n" + signatures,
            huge)) {
      assertThrows(TransparencyException.class, () -> SignedNote.parse(bytes(bad)), bad);
    }
    byte[] notUtf8 = bytes(GO_NOTE);
    notUtf8[0] = (byte) 0xFF;
    assertThrows(TransparencyException.class, () -> SignedNote.parse(notUtf8));
  }

  @Test
  void shouldRefuseWhatIsNoKey() {
    for (String bad :
        List.of(
            "",
            "name",
            GO_KEY.replace("c74f20a3", "c74f20a4"),
            GO_KEY.replace("Peter", "Petra"),
            GO_KEY.replace("+ARpc", "+BBpc"),
            GO_KEY.substring(0, GO_KEY.length() - 4),
            GO_KEY.replace("PeterNeumann", "Peter Neumann"),
            "x".repeat(500) + GO_KEY)) {
      assertThrows(TransparencyException.class, () -> NoteKey.parse(bad), bad);
    }
  }

  @Test
  void shouldRefuseWhatIsNoCheckpointOfTheLog() throws Exception {
    NoteSigner signer = newSigner();
    String root = TreeHash.EMPTY.toString();
    for (String bad :
        List.of(
            "rosa/18/audit\n0\n" + root + "\n",
            "rosa/17/audit\n00\n" + root + "\n",
            "rosa/17/audit\n-1\n" + root + "\n",
            "rosa/17/audit\n1234567890123456789\n" + root + "\n",
            "rosa/17/audit\n0\n" + root.substring(4) + "\n",
            "rosa/17/audit\n0\n")) {
      SignedNote note = SignedNote.sign(bad, signer);
      assertThrows(TransparencyException.class, () -> Checkpoint.verified(note, signer.key()), bad);
    }
  }

  @Test
  void shouldProveEntryByTextAloneAndNoticeEveryBitThatChanges() throws Exception {
    NoteSigner signer = newSigner();
    NaiveTree tree = NaiveTree.of(5);
    CompactRange range = CompactRange.EMPTY;
    for (byte[] leaf : tree.leaves()) {
      range = range.with(TreeHash.leaf(leaf)).range();
    }
    List<TreeHash> path = new Proofs(tree).inclusion(2, 5);
    SignedNote note = Checkpoint.sign(range, signer);
    byte[] proof = bytes(new InclusionProof(tree.leaves().get(2), 2, path, note).toString());
    assertTrue(InclusionProof.looksLike(proof));
    assertFalse(InclusionProof.looksLike(bytes(GO_NOTE)));
    assertEquals(5, InclusionProof.parse(proof).verify(signer.key()).size());
    for (int bit = 0; bit < proof.length * 8; bit++) {
      byte[] changed = proof.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(
          TransparencyException.class, () -> InclusionProof.parse(changed).verify(signer.key()));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
