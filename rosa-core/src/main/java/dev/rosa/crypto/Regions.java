package dev.rosa.crypto;

/**
 * Indices into the ints that describe a packet's regions: offset in the packet's memory and length
 * of associated data, nonce, payload and tag. Regions may stand anywhere in that memory and may
 * overlap, with these bounds:
 *
 * <ul>
 *   <li>An HMAC covers associated data and payload, the payload directly behind; one of them has a
 *       byte at least.
 *   <li>AES-GMAC covers associated data, then payload.
 *   <li>AES-CTR encrypts the payload.
 *   <li>AES-GCM encrypts the payload and covers associated data and payload. The tag stands
 *       directly behind the payload.
 *   <li>Nonce and tag are as long as the suite's.
 * </ul>
 *
 * A format whose nonce or associated data are not in its packet as such writes them in front of it
 * (ESP: salt and IV, RFC 4106 §4; extended sequence numbers, §5).
 */
public final class Regions {

  /** Bytes that are authenticated and stay as they are. */
  public static final int ASSOCIATED = 0;

  /** Nonce of the cipher. */
  public static final int NONCE = 2;

  /** Bytes that a cipher encrypts; a MAC authenticates them behind the associated data. */
  public static final int PAYLOAD = 4;

  /** Tag, which an engine writes or compares. */
  public static final int TAG = 6;

  /** Ints of one packet. */
  public static final int INTS = 8;

  private Regions() {}
}
