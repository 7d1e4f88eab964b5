package dev.rosa.crypto;

import dev.rosa.wire.ActivePacket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Packets of one suite on their way through an engine, as parallel arrays: filled with {@link
 * #add}, given to one call of a {@link SuiteEngine}, read, {@linkplain #clear cleared}. Reused,
 * allocates nothing after construction. Owned by one thread.
 */
public final class CryptoBatch {

  private final ActivePacket[] packets;
  private final PreparedKeys[] keys;
  private final boolean[] authentic;
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
    packets = new ActivePacket[capacity];
    keys = new PreparedKeys[capacity];
    authentic = new boolean[capacity];
    plaintextStride = maxPayloadBytes;
    plaintext = ByteBuffer.allocate(capacity * maxPayloadBytes);
  }

  /** Adds a packet; at most {@link #capacity} of them. */
  public void add(ActivePacket packet, PreparedKeys key) {
    packets[size] = packet;
    keys[size] = key;
    authentic[size] = false;
    size++;
  }

  /** Forgets the packets and keys. */
  public void clear() {
    Arrays.fill(packets, 0, size, null);
    Arrays.fill(keys, 0, size, null);
    size = 0;
  }

  /** Packets in the batch. */
  public int size() {
    return size;
  }

  /** The most packets it takes. */
  public int capacity() {
    return packets.length;
  }

  /** The packet at {@code index}, in the order of {@link #add}. */
  public ActivePacket packet(int index) {
    return packets[index];
  }

  /** For engines: the MAC's part of the key of the packet at {@code index}. */
  public PreparedKey macKey(int index) {
    return keys[index].mac();
  }

  /** For engines: the cipher's part of the key of the packet at {@code index}. */
  public PreparedKey cipherKey(int index) {
    return keys[index].cipher();
  }

  /** Whether {@link SuiteEngine#verify} found the tag right. */
  public boolean isAuthentic(int index) {
    return authentic[index];
  }

  /** For engines: the verdict on the packet at {@code index}. */
  public void setAuthentic(int index, boolean right) {
    authentic[index] = right;
  }

  /** The memory that {@link SuiteEngine#open} decrypts into. */
  public ByteBuffer plaintext() {
    return plaintext;
  }

  /** Where the plaintext of the packet at {@code index} begins; it is as long as the payload. */
  public int plaintextOffset(int index) {
    return index * plaintextStride;
  }
}
