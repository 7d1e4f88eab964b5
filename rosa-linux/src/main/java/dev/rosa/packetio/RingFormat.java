package dev.rosa.packetio;

import dev.rosa.wire.ip.FlowShape;

/**
 * Format of the packets that a packet ring's user receives and sends. Immutable.
 *
 * @param headroomBytes room in front of a received packet, by which it may grow in its place (an
 *     outer header); at most {@value #MOST_HEADROOM}
 * @param trains shape of the packets of a flow that may go back as one, which the kernel cuts up
 *     again: over a veth pair, but not over a network card, which may know nothing of it
 * @param fanout how packets are spread over workers
 */
public record RingFormat(int headroomBytes, FlowShape trains, Fanout fanout) {

  /** Spread of packets over workers. */
  public enum Fanout {
    /** Active packets by their session. */
    SESSION,
    /** TCP connections, both directions to the same worker. */
    CONNECTION
  }

  static final int MOST_HEADROOM = 256;

  /** Active packets, which grow at their end only. */
  public static final RingFormat ACTIVE = new RingFormat(0, FlowShape.ACTIVE, Fanout.SESSION);

  /** Active packets, each of which leaves alone. */
  public static final RingFormat ACTIVE_ALONE = new RingFormat(0, FlowShape.NONE, Fanout.SESSION);

  /** Segments of TCP, which keep their length. */
  public static final RingFormat SEGMENTS = new RingFormat(0, FlowShape.NONE, Fanout.CONNECTION);

  /** Refuses headroom that no header needs. */
  public RingFormat {
    if (headroomBytes < 0 || headroomBytes > MOST_HEADROOM) {
      throw new IllegalArgumentException(
          "headroom of %d bytes, expected 0 to %d".formatted(headroomBytes, MOST_HEADROOM));
    }
  }
}
