package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.RosaHeader;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * The packets of a batch as C sees them: an address, a key's state, a length each, written into the
 * engine's block. Everything that C trusts is checked here. Packets on the heap are worked on in a
 * copy. Owned by the engine's thread; allocates nothing once it is warm.
 */
final class PacketBlock {

  // struct rosa_block and struct rosa_packet
  private static final int PACKETS = 1_024;
  private static final int PACKETS_OFFSET = PACKETS / Byte.SIZE;
  private static final int PACKET_BYTES = 32;
  private static final int KEY_OFFSET = 8;
  private static final int PLAINTEXT_OFFSET = 16;
  private static final int PAYLOAD_LENGTH_OFFSET = 24;

  /** ROSA_MAX_MESSAGE_BYTES: what a lane can count. */
  private static final int MAX_MESSAGE_BYTES = 65_534;

  private static final int STAGE_BYTES = 256 * 1_024;

  private final NativeEngine engine;
  private final ByteBuffer block;
  private final boolean cipherKeys;
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
    ActivePacket packet = batch.packet(index);
    if (packet.suite() != engine.suite()) {
      throw new IllegalArgumentException(
          "packet %d of the batch is of %s, not of %s"
              .formatted(index, packet.suite(), engine.suite()));
    }
    int header = packet.headerOffset();
    int payload = packet.payloadLength();
    int messageBytes = RosaHeader.BYTES + nonceBytes + payload;
    if (payload < 0 || messageBytes > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "packet %d of the batch is longer than %d bytes".formatted(index, MAX_MESSAGE_BYTES));
    }
    if (header < 0 || (long) header + messageBytes + tagBytes > packet.memory().limit()) {
      throw new IllegalArgumentException(
          "packet %d of the batch reaches beyond its memory".formatted(index));
    }
    if (operation.writes() && packet.memory().isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (operation.mayOpen() && batch.isToOpen(index) && payload > stride(batch)) {
      throw new IllegalArgumentException(
          "the payload of packet %d is longer than the batch's room for plaintext"
              .formatted(index));
    }
    PreparedKey key = cipherKeys ? batch.cipherKey(index) : batch.macKey(index);
    return SlotKey.stateOf(key, engine);
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
    ActivePacket packet = batch.packet(index);
    if (!isSame(packet.memory(), memory)) {
      resolve(packet.memory());
    }
    long address = memoryAddress + packet.headerOffset();
    stagedAt[count] = -1;
    if (memoryAddress == 0) {
      address = copy(packet);
      if (address == 0) {
        return false;
      }
    }
    int at = PACKETS_OFFSET + count * PACKET_BYTES;
    block.putLong(at, address);
    block.putLong(at + KEY_OFFSET, state);
    block.putLong(at + PLAINTEXT_OFFSET, plaintextAddress(batch, index, operation));
    block.putInt(at + PAYLOAD_LENGTH_OFFSET, packet.payloadLength());
    indexes[count] = index;
    count++;
    return true;
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

  /** Header to tag, in memory that has an address; 0 if there is no room for it now. */
  private long copy(ActivePacket packet) {
    if (stage == null) {
      stage = ByteBuffer.allocateDirect(STAGE_BYTES);
      stageAddress = NativeEngine.address(stage);
    }
    int bytes = packet.tagOffset() + tagBytes - packet.headerOffset();
    if (bytes > STAGE_BYTES - stageUsed) {
      return 0;
    }
    int at = stageUsed;
    stage.put(at, packet.memory(), packet.headerOffset(), bytes);
    stagedAt[count] = at;
    stageUsed += bytes;
    return stageAddress + at;
  }

  /** Writes to packets on the heap what was written to their copies. */
  void writeBack(CryptoBatch batch, Operation operation) {
    if (stageUsed == 0 || !operation.writes()) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (stagedAt[i] >= 0) {
        writeBack(batch.packet(indexes[i]), stagedAt[i], operation);
      }
    }
  }

  private void writeBack(ActivePacket packet, int at, Operation operation) {
    int from = operation == Operation.SEAL ? packet.payloadOffset() : packet.tagOffset();
    int to = packet.tagOffset() + (engine.algorithm().authenticates() ? tagBytes : 0);
    packet.memory().put(from, stage, at + from - packet.headerOffset(), to - from);
  }

  /** Forgets whose memory it has seen. */
  void forget() {
    memory = null;
    plaintext = null;
    count = 0;
  }
}
