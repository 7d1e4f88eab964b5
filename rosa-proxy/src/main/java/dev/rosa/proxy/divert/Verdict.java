package dev.rosa.proxy.divert;

/**
 * What the kernel does with a packet that comes back, beside taking it in where it came from. The
 * source address of its frame has the verdict, in the upper byte of the number, and the interface
 * in the lower one.
 */
public enum Verdict {
  /** Nothing else. */
  PASS,
  /** A connection begins; what was known of an earlier one with its ends is forgotten. */
  ADMIT,
  /** A connection begins as with {@link #ADMIT}, and all packets of both ends go to the workers. */
  ADMIT_WATCHED,
  /** A server's answer that may be a SYN cookie: all packets of both ends go to the workers. */
  WATCH,
  /** The client is known: bare acknowledgements of it pass, and what passes in the kernel. */
  KEEP,
  /** The answer to this request must be judged. */
  AWAIT,
  /** The answer was judged: the server's packets pass. */
  ANSWERED,
  /** The client's packets of this connection pass. */
  PASS_THROUGH,
  /** The client may have no connection any more; the packet itself is dropped. */
  FORGET,
  /** Nothing of this connection is awaited or watched any more; the packet itself is dropped. */
  ABANDON,
  /**
   * The packet's ends may have one connection to its port, or no more if it is a reset; the packet
   * itself is dropped.
   */
  HOLE;

  /** Bits of a number that name the interface. */
  public static final int LINK_BITS = 0xff;

  /** The number of a frame that comes back. */
  public int on(int linkNumber) {
    return ordinal() << Byte.SIZE | linkNumber;
  }

  /** The number of the interface in a frame's number. */
  public static int link(int number) {
    return number & LINK_BITS;
  }
}
