package dev.rosa.crypto;

import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Batch of packets of one suite, as parallel arrays, for one call of a crypto engine ({@link
 * SuiteEngine}). Filled with {@link #add}, given to the engine, read, and {@linkplain #clear
 * cleared}. A packet is its memory and {@link Regions} of that, as they are when it is added.
 * Reused, allocates nothing after construction. Owned by one thread.
 */
public final class CryptoBatch {

  private final ByteBuffer[] memories;

  /** {@link Regions#INTS} of each packet. */
  private final int[] regions;

  private final PreparedKey[] macKeys;
  private final PreparedKey[] cipherKeys;
  private final boolean[] authentic;
  private final boolean[] toOpen;
  private final boolean[] opened;
  private final ByteBuffer plaintext;
  private final int plaintextStride;
  private int size;

  /**
   * A batch with room for plaintext.
   *
   * @param capacity packets, at least 1
   * @param maxPayloadBytes the longest payload that will be opened; 0 if none will be
   */
  public CryptoBatch(int capacity, int maxPayloadBytes) {
    memories = new ByteBuffer[capacity];
    regions = new int[capacity * Regions.INTS];
    macKeys = new PreparedKey[capacity];
    cipherKeys = new PreparedKey[capacity];
    authentic = new boolean[capacity];
    toOpen = new boolean[capacity];
    opened = new boolean[capacity];
    plaintextStride = maxPayloadBytes;
    plaintext = ByteBuffer.allocateDirect(capacity * maxPayloadBytes);
  }

  /** Adds a packet whose payload is not to be read; at most {@link #capacity} of them. */
  public void add(ActivePacket packet, PreparedKeys key) {
    add(packet, key.mac(), key.cipher());
  }

  /**
   * Adds a packet of any format.
   *
   * @param memory of any byte order
   * @param packetRegions {@link Regions#INTS} ints, which are copied
   */
  public void add(ByteBuffer memory, int[] packetRegions, PreparedKeys key) {
    System.arraycopy(packetRegions, 0, regions, size * Regions.INTS, Regions.INTS);
    add(memory, key.mac(), key.cipher(), false);
  }

  /**
   * Adds a packet as {@link #add(ActivePacket, PreparedKeys)} does, for a caller that keeps the
   * parts of very many keys without the object that holds them.
   */
  public void add(ActivePacket packet, PreparedKey mac, PreparedKey cipher) {
    ActivePacketRegions.write(packet, regions, size * Regions.INTS);
    add(packet.memory(), mac, cipher, false);
  }

  /**
   * Adds a packet whose payload will be wanted in plaintext once it is authentic: an engine that
   * checks a tag by decrypting may do both in one go. Its payload is no longer than the batch has
   * room for when it is opened.
   */
  public void addToOpen(ActivePacket packet, PreparedKeys key) {
    addToOpen(packet, key.mac(), key.cipher());
  }

  /** Adds a packet as {@link #add(ByteBuffer, int[], PreparedKeys)} does, to be opened. */
  public void addToOpen(ByteBuffer memory, int[] packetRegions, PreparedKeys key) {
    System.arraycopy(packetRegions, 0, regions, size * Regions.INTS, Regions.INTS);
    add(memory, key.mac(), key.cipher(), true);
  }

  /** Adds a packet as {@link #addToOpen(ActivePacket, PreparedKeys)} does, with a key's parts. */
  public void addToOpen(ActivePacket packet, PreparedKey mac, PreparedKey cipher) {
    ActivePacketRegions.write(packet, regions, size * Regions.INTS);
    add(packet.memory(), mac, cipher, true);
  }

  /**
   * For engines, before they open: that the payload at {@code index} does not reach into the
   * plaintext of the next one.
   *
   * @throws IllegalArgumentException if it does
   */
  public void requireRoom(int index) {
    if (payloadLength(index) > plaintextStride) {
      throw new IllegalArgumentException(
          "the payload of packet %d has %d bytes, the batch has room for %d"
              .formatted(index, payloadLength(index), plaintextStride));
    }
  }

  private void add(ByteBuffer memory, PreparedKey mac, PreparedKey cipher, boolean wanted) {
    memories[size] = memory;
    macKeys[size] = mac;
    cipherKeys[size] = cipher;
    authentic[size] = false;
    toOpen[size] = wanted;
    opened[size] = false;
    size++;
  }

  /** Puts another preparation of the same session key in place, when the first is destroyed. */
  public void replaceKeys(int index, PreparedKeys key) {
    replaceKeys(index, key.mac(), key.cipher());
  }

  /** Puts the parts of another preparation in place. */
  public void replaceKeys(int index, PreparedKey mac, PreparedKey cipher) {
    macKeys[index] = mac;
    cipherKeys[index] = cipher;
  }

  /** Forgets the packets and keys. */
  public void clear() {
    Arrays.fill(memories, 0, size, null);
    Arrays.fill(macKeys, 0, size, null);
    Arrays.fill(cipherKeys, 0, size, null);
    size = 0;
  }

  /** Packets in the batch. */
  public int size() {
    return size;
  }

  /** The most packets it takes. */
  public int capacity() {
    return memories.length;
  }

  /** The memory of the packet at {@code index}, in the order of {@link #add}. */
  public ByteBuffer memory(int index) {
    return memories[index];
  }

  /** Offset of the associated data of the packet at {@code index} in its memory. */
  public int associatedOffset(int index) {
    return regions[index * Regions.INTS + Regions.ASSOCIATED];
  }

  /** Bytes of associated data. */
  public int associatedLength(int index) {
    return regions[index * Regions.INTS + Regions.ASSOCIATED + 1];
  }

  /** Offset of the nonce. */
  public int nonceOffset(int index) {
    return regions[index * Regions.INTS + Regions.NONCE];
  }

  /** Bytes of nonce. */
  public int nonceLength(int index) {
    return regions[index * Regions.INTS + Regions.NONCE + 1];
  }

  /** Offset of the payload. */
  public int payloadOffset(int index) {
    return regions[index * Regions.INTS + Regions.PAYLOAD];
  }

  /** Bytes of payload. */
  public int payloadLength(int index) {
    return regions[index * Regions.INTS + Regions.PAYLOAD + 1];
  }

  /** Offset of the tag. */
  public int tagOffset(int index) {
    return regions[index * Regions.INTS + Regions.TAG];
  }

  /** Bytes of tag. */
  public int tagLength(int index) {
    return regions[index * Regions.INTS + Regions.TAG + 1];
  }

  /**
   * For engines: that nonce and tag at {@code index} are as long as the suite's.
   *
   * @throws IllegalArgumentException if they are not
   */
  public void requireLengths(int index, Suite suite) {
    if (nonceLength(index) != suite.nonceBytes() || tagLength(index) != suite.tagBytes()) {
      throw new IllegalArgumentException(
          "packet %d of the batch has %d bytes of nonce and %d of tag, %s has %d and %d"
              .formatted(
                  index,
                  nonceLength(index),
                  tagLength(index),
                  suite,
                  suite.nonceBytes(),
                  suite.tagBytes()));
    }
  }

  /**
   * For HMACs: bytes of associated data and payload.
   *
   * @throws IllegalArgumentException if the payload is not directly behind the associated data, or
   *     both are empty
   */
  public int messageLength(int index) {
    if (associatedOffset(index) + associatedLength(index) != payloadOffset(index)) {
      throw new IllegalArgumentException(
          "the payload of packet %d is not directly behind its associated data".formatted(index));
    }
    int length = associatedLength(index) + payloadLength(index);
    if (length == 0) {
      throw new IllegalArgumentException("packet %d has nothing to authenticate".formatted(index));
    }
    return length;
  }

  /**
   * For AES-GCM: bytes of payload and tag.
   *
   * @throws IllegalArgumentException if the tag is not directly behind the payload
   */
  public int sealedLength(int index) {
    if (payloadOffset(index) + payloadLength(index) != tagOffset(index)) {
      throw new IllegalArgumentException(
          "the tag of packet %d is not directly behind its payload".formatted(index));
    }
    return payloadLength(index) + tagLength(index);
  }

  /** For engines: the MAC's part of the key of the packet at {@code index}. */
  public PreparedKey macKey(int index) {
    return macKeys[index];
  }

  /** For engines: the cipher's part of the key of the packet at {@code index}. */
  public PreparedKey cipherKey(int index) {
    return cipherKeys[index];
  }

  /** True if {@link SuiteEngine#verify} found the tag right. */
  public boolean isAuthentic(int index) {
    return authentic[index];
  }

  /** For engines: the verdict on the packet at {@code index}. */
  public void setAuthentic(int index, boolean right) {
    authentic[index] = right;
  }

  /** True if the payload at {@code index} will be read. */
  public boolean isWanted(int index) {
    return toOpen[index];
  }

  /** For engines: whether the payload at {@code index} is to be opened and is not yet. */
  public boolean isToOpen(int index) {
    return toOpen[index] && !opened[index];
  }

  /** Cancels the opening of the payload at {@code index}. */
  public void leaveClosed(int index) {
    toOpen[index] = false;
  }

  /** For engines: the plaintext of the packet at {@code index}, which is authentic, is there. */
  public void setOpened(int index) {
    opened[index] = true;
  }

  /**
   * The memory that payloads are decrypted into, off heap. Used absolutely only; of a packet that
   * is not authentic no plaintext stays in it.
   */
  public ByteBuffer plaintext() {
    return plaintext;
  }

  /** Offset of the plaintext of the packet at {@code index}; it is as long as the payload. */
  public int plaintextOffset(int index) {
    return index * plaintextStride;
  }
}
