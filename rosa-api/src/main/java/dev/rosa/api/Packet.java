package dev.rosa.api;

/**
 * Verified active packet that active code may read, change or drop, as far as the user's grant
 * permits. Valid during {@link ActiveApplication#onPacket} only.
 *
 * <p>What the code may do with it was fixed by the Authorization Server in the user's grant
 * (PROTOCOL §4); a method that the grant does not cover throws {@link PermissionDeniedException}.
 */
public interface Packet {

  /** The session, chosen at random by the Authorization Server; never 0. */
  long session();

  /** Position in the session: 1, 2, 3 …, unsigned; there may be gaps. */
  long sequence();

  /** The application's UDP port at the Destination, 0–65535. */
  int servicePort();

  /**
   * True if the payload can be read: it travels in clear, or the grant lets the code decrypt it.
   */
  boolean isPayloadReadable();

  /** Bytes of payload, with the changes made so far. */
  int payloadLength();

  /**
   * One byte of the payload, 0–255.
   *
   * @throws PermissionDeniedException if the payload is not readable
   * @throws IndexOutOfBoundsException if {@code index} is not within the payload
   */
  int payloadByte(int index);

  /**
   * Copies {@code length} bytes of the payload from {@code index} into {@code target}.
   *
   * @throws PermissionDeniedException if the payload is not readable
   * @throws IndexOutOfBoundsException if either range does not fit
   */
  void copyPayload(int index, byte[] target, int targetOffset, int length);

  /**
   * The most bytes of payload that {@link #replacePayload} takes for this packet: at least those it
   * came with. Beyond that, no more than the link to the next node carries, as far as the router
   * knows. A payload that has to grow beyond that goes on unchanged, or is dropped; it cannot be
   * cut in two.
   */
  int maxPayloadLength();

  /**
   * Replaces the payload as a whole; the router writes lengths, nonce, checksums and tag anew.
   *
   * @throws PermissionDeniedException if the grant lacks <em>modify</em>, or the payload is
   *     encrypted and the grant lacks <em>read</em>
   * @throws IllegalArgumentException if {@code length} exceeds {@link #maxPayloadLength}; to be
   *     asked before, for code that throws has failed with its packet
   */
  void replacePayload(byte[] source, int sourceOffset, int length);

  /**
   * Drops the packet once {@link ActiveApplication#onPacket} returns.
   *
   * @throws PermissionDeniedException if the grant lacks <em>drop</em>
   */
  void drop();

  /**
   * State of this session that this code keeps.
   *
   * @throws PermissionDeniedException if the grant lacks <em>keep per-session state</em>
   */
  SessionState sessionState();
}
