package dev.rosa.packetio;

import java.nio.ByteBuffer;

/**
 * Source MAC address of a diverted packet's frame, which names the interface that it came in on:
 * {@code 02:52:4f:00} and a 16-bit number. The diversion writes it, and the router returns it with
 * the packet, so that the kernel takes the packet in where it came from. Stateless.
 */
public final class IngressAddress {

  /** No number: the packet came from elsewhere. */
  public static final int NONE = 0;

  /** The greatest number. */
  public static final int MOST = 0xffff;

  /** The first four bytes. */
  public static final int PREFIX = 0x02524f00;

  /** The prefix as nft writes an address with zeros behind it. */
  public static final String PREFIX_TEXT = "02:52:4f:00:00:00";

  private IngressAddress() {}

  /** The address of a number from 1 to {@link #MOST}, as text. */
  public static String text(int number) {
    return "02:52:4f:00:%02x:%02x".formatted(number >>> Byte.SIZE & 0xff, number & 0xff);
  }

  /**
   * The number that a source address has, or {@link #NONE}.
   *
   * @param memory big-endian
   * @param at where the address begins
   */
  static int number(ByteBuffer memory, int at) {
    return memory.getInt(at) == PREFIX ? memory.getShort(at + Integer.BYTES) & MOST : NONE;
  }
}
