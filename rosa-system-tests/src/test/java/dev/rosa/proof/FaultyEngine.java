package dev.rosa.proof;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketAead;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An AES-GCM engine on {@link Reference}, right but for one fault of the kind that engines have
 * when they work on many packets at once. Owned by one thread.
 */
final class FaultyEngine implements PacketAead {

  /** Fault of the engine. */
  enum Fault {
    /** Nothing: it must pass, or the check is wrong. */
    NONE,
    /** Compares 12 bytes of the tag, as IPsec would have it. */
    COMPARES_TOO_LITTLE,
    /** Every packet of a batch is looked at with the key of the first. */
    ONE_KEY_FOR_ALL,
    /** The last packet of a batch that does not fill the lanes gets no verdict. */
    FORGETS_THE_LAST,
    /** From the 65th packet on verdicts are those of the first ones. */
    REPEATS_VERDICTS,
    /** Writes the tag that it has computed over the one that came. */
    WRITES_WHEN_VERIFYING,
    /** Whole blocks of plaintext, also where the payload ends within one. */
    WRITES_WHOLE_BLOCKS,
    /** Opens before it has compared tags, and leaves it at that. */
    LEAVES_FORGED_PLAINTEXT,
    /** Opens packets that are not wanted. */
    OPENS_UNASKED,
    /** Seals with a byte behind the tag. */
    WRITES_BEHIND_THE_TAG
  }

  /** A session and its key. */
  private record Key(SessionKey secret) implements PreparedKey {
    @Override
    public int footprintBytes() {
      return 0;
    }

    @Override
    public void destroy() {
      // It is the test's.
    }
  }

  private static final Suite SUITE = Suite.AES256_GCM;
  private static final int LANES = 64;
  private static final int SHORT_TAG = 12;
  private static final int BLOCK = 16;

  private final Fault fault;

  private FaultyEngine(Fault fault) {
    this.fault = fault;
  }

  static SuiteEngine with(Fault fault) {
    return SuiteEngine.of(SUITE, new FaultyEngine(fault));
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return new Key(key);
  }

  @Override
  public void verify(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (fault == Fault.FORGETS_THE_LAST && i == batch.size() - 1 && i % LANES != 0) {
        continue;
      }
      if (fault == Fault.REPEATS_VERDICTS && i >= LANES) {
        batch.setAuthentic(i, batch.isAuthentic(i - LANES));
        continue;
      }
      verify(batch, i);
    }
  }

  private void verify(CryptoBatch batch, int index) {
    int length = batch.payloadLength(index);
    ByteBuffer memory = batch.memory(index);
    byte[] clear = clear(batch, index);
    byte[] computed = tag(batch, index, clear);
    byte[] received = new byte[computed.length];
    memory.get(batch.tagOffset(index), received);
    int compared = fault == Fault.COMPARES_TOO_LITTLE ? SHORT_TAG : computed.length;
    boolean authentic = Arrays.equals(computed, 0, compared, received, 0, compared);
    batch.setAuthentic(index, authentic);
    if (fault == Fault.WRITES_WHEN_VERIFYING) {
      memory.put(batch.tagOffset(index), computed);
    }
    boolean wanted = batch.isToOpen(index) || fault == Fault.OPENS_UNASKED;
    if (wanted && (authentic || fault == Fault.LEAVES_FORGED_PLAINTEXT)) {
      int bytes = fault == Fault.WRITES_WHOLE_BLOCKS ? blocks(length) : length;
      batch.plaintext().put(batch.plaintextOffset(index), Arrays.copyOf(clear, bytes));
      batch.setOpened(index);
    }
  }

  private static int blocks(int length) {
    return (length + BLOCK - 1) / BLOCK * BLOCK;
  }

  private Session key(CryptoBatch batch, int index) {
    int of = fault == Fault.ONE_KEY_FOR_ALL ? 0 : index;
    return new Session(SUITE, ((Key) batch.cipherKey(of)).secret());
  }

  /** In CTR mode, sealing the ciphertext gives the plaintext. */
  private byte[] clear(CryptoBatch batch, int index) {
    byte[] closed = payload(batch, index);
    return Arrays.copyOf(seal(batch, index, closed), closed.length);
  }

  private byte[] tag(CryptoBatch batch, int index, byte[] clear) {
    byte[] sealed = seal(batch, index, clear);
    return Arrays.copyOfRange(sealed, clear.length, sealed.length);
  }

  private static byte[] payload(CryptoBatch batch, int index) {
    byte[] payload = new byte[batch.payloadLength(index)];
    batch.memory(index).get(batch.payloadOffset(index), payload);
    return payload;
  }

  private byte[] seal(CryptoBatch batch, int index, byte[] clear) {
    byte[] header = new byte[batch.associatedLength(index)];
    byte[] nonce = new byte[batch.nonceLength(index)];
    batch.memory(index).get(batch.associatedOffset(index), header);
    batch.memory(index).get(batch.nonceOffset(index), nonce);
    return Reference.seal(key(batch, index), header, nonce, clear);
  }

  @Override
  public void open(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isToOpen(i)) {
        verify(batch, i);
      }
    }
  }

  @Override
  public void seal(CryptoBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      ByteBuffer memory = batch.memory(i);
      byte[] sealed = seal(batch, i, payload(batch, i));
      int bytes = sealed.length;
      int end = batch.payloadOffset(i) + bytes;
      if (fault == Fault.WRITES_BEHIND_THE_TAG && end < memory.capacity()) {
        bytes++;
      }
      memory.put(batch.payloadOffset(i), Arrays.copyOf(sealed, bytes));
    }
  }
}
