package dev.rosa.metering.twin;

import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;

/** Twins of the code API's methods that copy bytes. Stateless. */
public final class Packets {

  private static final int CALL = 30;
  private static final int BYTES_PER_UNIT = 8;

  /** A counter is made once; the router keeps it. */
  private static final int COUNTER = 2_000;

  private static final int COUNTER_BYTES = 256;

  private Packets() {}

  /** Twin of {@link Packet#copyPayload}. */
  public static void copyPayload(Packet packet, int index, byte[] target, int at, int length) {
    Toll.pay(CALL + Texts.within(length, target.length) / BYTES_PER_UNIT);
    packet.copyPayload(index, target, at, length);
  }

  /** Twin of {@link Packet#replacePayload}. */
  public static void replacePayload(Packet packet, byte[] source, int offset, int length) {
    Toll.pay(2 * CALL + Texts.within(length, source.length) / BYTES_PER_UNIT);
    packet.replacePayload(source, offset, length);
  }

  /** Twin of {@link RouterContext#counter}. */
  public static Counter counter(RouterContext router, String name) {
    Toll.pay(COUNTER + (name == null ? 0 : name.length()));
    Toll.allocate(COUNTER_BYTES);
    return router.counter(name);
  }
}
