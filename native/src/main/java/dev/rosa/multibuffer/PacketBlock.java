package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKey;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Table of a batch's packets in native memory, as the C code reads it: an address, a key's state
 * and regions for each. Everything that C trusts is checked here. Packets on the heap are worked on
 * in a copy. Owned by the engine's thread; allocates nothing once it is warm.
 */
final class PacketBlock {

  // struct rosa_block and struct rosa_packet
  private static final int PACKETS = 1_024;
  private static final int PACKETS_OFFSET = PACKETS / Byte.SIZE;
  private static final int PACKET_BYTES = 48;
  private static final int KEY = 8;
  private static final int PLAINTEXT = 16;
  private static final int ASSOCIATED_AND_NONCE = 24;
  private static final int PAYLOAD_AND_TAG = 32;
  private static final int LENGTHS = 40;

  /** ROSA_MAX_MESSAGE_BYTES: what a lane can count. */
  private static final int MAX_MESSAGE_BYTES = 65_534;

  private static final int STAGE_BYTES = 256 * 1_024;

  private final NativeEngine engine;
  private final ByteBuffer block;
  private final boolean cipherKeys;
  private final boolean hmac;
  private final boolean gcm;
  private final int nonceBytes;
  private final int tagBytes;
  private final int[] indexes = new int[PACKETS];
  private final int[] stagedAt = new int[PACKETS];
  private int count;

  private ByteBuffer stage;
  private long stageAddress;
  private int stageUsed;
  private ByteBuffer memory;
  private long memoryAddress;
  private ByteBuffer plaintext;
  private long plaintextAddress;

  /**
   * @param cipherKeys whether keys are the batch's cipher keys, else its MAC keys
   */
  PacketBlock(NativeEngine engine, boolean cipherKeys) {
    this.engine = engine;
    this.block = engine.block();
    this.cipherKeys = cipherKeys;
    this.hmac = engine.algorithm().isHmac();
    this.gcm = engine.algorithm() == Algorithm.AES256_GCM;
    this.nonceBytes = engine.suite().nonceBytes();
    this.tagBytes = engine.suite().tagBytes();
  }

  /** Packets that are described now. */
  int count() {
    return count;
  }

  /** Index of the described packet in the batch. */
  int index(int described) {
    return indexes[described];
  }

  /** After {@link Operation#VERIFY}: whether the described packet is authentic. */
  boolean isAuthentic(int described) {
    long word = block.getLong((described >>> 6) * Long.BYTES);
    return (word >>> described & 1) != 0;
  }

  /**
   * Describes packets from {@code from} on, as many as there is room for.
   *
   * @return the first that is not described
   */
  int fill(CryptoBatch batch, int from, Operation operation) {
    count = 0;
    stageUsed = 0;
    int index = from;
    for (; index < batch.size() && count < PACKETS; index++) {
      if (operation == Operation.OPEN && !batch.isToOpen(index)) {
        continue;
      }
      long state = check(batch, index, operation);
      if (!describe(batch, index, state, operation)) {
        break;
      }
      // A copy that was encrypted must be written back before another packet of the same bytes is
      // copied.
      if (operation == Operation.SEAL && stageUsed > 0) {
        return index + 1;
      }
    }
    return index;
  }

  /** Checks packets from {@code from} on without describing them. */
  void checkRest(CryptoBatch batch, int from, Operation operation) {
    for (int i = from; i < batch.size(); i++) {
      if (operation != Operation.OPEN || batch.isToOpen(i)) {
        check(batch, i, operation);
      }
    }
  }

  /** Everything C relies on; returns the address of the key's state. */
  private long check(CryptoBatch batch, int index, Operation operation) {
    if (!isSound(batch, index)) {
      throw fault(batch, index);
    }
    if (operation.writes() && batch.memory(index).isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (operation.mayOpen()
        && batch.isToOpen(index)
        && batch.payloadLength(index) > stride(batch)) {
      throw new IllegalArgumentException(
          "the payload of packet %d is longer than the batch's room for plaintext"
              .formatted(index));
    }
    PreparedKey key = cipherKeys ? batch.cipherKey(index) : batch.macKey(index);
    return SlotKey.stateOf(key, engine);
  }

  /** One look for all packets that there should be; {@link #fault} finds the words for others. */
  private boolean isSound(CryptoBatch batch, int index) {
    int associated = batch.associatedOffset(index);
    int associatedBytes = batch.associatedLength(index);
    int payload = batch.payloadOffset(index);
    int payloadBytes = batch.payloadLength(index);
    int tag = batch.tagOffset(index);
    boolean joined =
        (!hmac || (associated + associatedBytes == payload && associatedBytes + payloadBytes > 0))
            && (!gcm || payload + payloadBytes == tag);
    return joined
        && batch.nonceLength(index) == nonceBytes
        && batch.tagLength(index) == tagBytes
        && associatedBytes <= MAX_MESSAGE_BYTES - payloadBytes
        && isInside(batch, index);
  }

  private boolean isInside(CryptoBatch batch, int index) {
    int associated = batch.associatedOffset(index);
    int associatedBytes = batch.associatedLength(index);
    int nonce = batch.nonceOffset(index);
    int payload = batch.payloadOffset(index);
    int payloadBytes = batch.payloadLength(index);
    int tag = batch.tagOffset(index);
    long limit = batch.memory(index).limit();
    long least =
        limit - associated - associatedBytes
            | limit - nonce - nonceBytes
            | limit - payload - payloadBytes
            | limit - tag - tagBytes;
    return (associated | associatedBytes | nonce | payload | payloadBytes | tag | least) >= 0;
  }

  private IllegalArgumentException fault(CryptoBatch batch, int index) {
    batch.requireLengths(index, engine.suite());
    if (hmac) {
      batch.messageLength(index);
    }
    if (gcm) {
      batch.sealedLength(index);
    }
    return new IllegalArgumentException(
        isInside(batch, index)
            ? "packet %d of the batch is longer than %d bytes".formatted(index, MAX_MESSAGE_BYTES)
            : "packet %d of the batch reaches beyond its memory".formatted(index));
  }

  private static int stride(CryptoBatch batch) {
    return batch.plaintextOffset(1);
  }

  @SuppressWarnings("ReferenceEquality") // The same memory, not the same content.
  private static boolean isSame(ByteBuffer one, ByteBuffer other) {
    return one == other;
  }

  /** Returns false if the packet has to wait until the copies that are there are done with. */
  private boolean describe(CryptoBatch batch, int index, long state, Operation operation) {
    if (!isSame(batch.memory(index), memory)) {
      resolve(batch.memory(index));
    }
    int at = PACKETS_OFFSET + count * PACKET_BYTES;
    stagedAt[count] = -1;
    if (memoryAddress != 0) {
      putRegions(batch, index, at);
    } else if (!copy(batch, index, at)) {
      return false;
    }
    block.putLong(at + KEY, state);
    block.putLong(at + PLAINTEXT, plaintextAddress(batch, index, operation));
    putPair(at + LENGTHS, batch.associatedLength(index), batch.payloadLength(index));
    indexes[count] = index;
    count++;
    return true;
  }

  private void putRegions(CryptoBatch batch, int index, int at) {
    block.putLong(at, memoryAddress);
    putPair(at + ASSOCIATED_AND_NONCE, batch.associatedOffset(index), batch.nonceOffset(index));
    putPair(at + PAYLOAD_AND_TAG, batch.payloadOffset(index), batch.tagOffset(index));
  }

  /** Two ints with one access; x86-64 has the lower half first. */
  private void putPair(int at, int first, int second) {
    block.putLong(at, (long) second << Integer.SIZE | first);
  }

  private void resolve(ByteBuffer next) {
    memory = next;
    memoryAddress = next.isDirect() ? NativeEngine.address(next) : 0;
  }

  private long plaintextAddress(CryptoBatch batch, int index, Operation operation) {
    if (!operation.mayOpen() || !cipherKeys || !batch.isToOpen(index)) {
      return 0;
    }
    if (!isSame(plaintext, batch.plaintext())) {
      plaintext = batch.plaintext();
      plaintextAddress = NativeEngine.address(plaintext);
    }
    return plaintextAddress + batch.plaintextOffset(index);
  }

  /**
   * Copies nonce, associated data, payload and tag, in this order, to memory that has an address.
   *
   * @return false if there is no room for them now
   */
  private boolean copy(CryptoBatch batch, int index, int at) {
    if (stage == null) {
      stage = ByteBuffer.allocateDirect(STAGE_BYTES);
      stageAddress = NativeEngine.address(stage);
    }
    int associated = batch.nonceLength(index);
    int payload = associated + batch.associatedLength(index);
    int tag = payload + batch.payloadLength(index);
    int bytes = tag + batch.tagLength(index);
    if (bytes > STAGE_BYTES - stageUsed) {
      return false;
    }
    stage(batch.nonceOffset(index), 0, associated);
    stage(batch.associatedOffset(index), associated, payload - associated);
    stage(batch.payloadOffset(index), payload, tag - payload);
    stage(batch.tagOffset(index), tag, bytes - tag);
    block.putLong(at, stageAddress + stageUsed);
    putPair(at + ASSOCIATED_AND_NONCE, associated, 0);
    putPair(at + PAYLOAD_AND_TAG, payload, tag);
    stagedAt[count] = stageUsed;
    stageUsed += bytes;
    return true;
  }

  private void stage(int from, int to, int bytes) {
    stage.put(stageUsed + to, memory, from, bytes);
  }

  /** Writes to packets on the heap what was written to their copies. */
  void writeBack(CryptoBatch batch, Operation operation) {
    if (stageUsed == 0 || !operation.writes()) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (stagedAt[i] >= 0) {
        writeBack(batch, i, operation);
      }
    }
  }

  private void writeBack(CryptoBatch batch, int described, Operation operation) {
    int index = indexes[described];
    ByteBuffer packet = batch.memory(index);
    int payload = stagedAt[described] + batch.nonceLength(index) + batch.associatedLength(index);
    if (operation == Operation.SEAL) {
      packet.put(batch.payloadOffset(index), stage, payload, batch.payloadLength(index));
    }
    if (engine.algorithm().authenticates()) {
      int tag = payload + batch.payloadLength(index);
      packet.put(batch.tagOffset(index), stage, tag, batch.tagLength(index));
    }
  }

  /** Forgets whose memory it has seen. */
  void forget() {
    memory = null;
    plaintext = null;
    count = 0;
  }
}
