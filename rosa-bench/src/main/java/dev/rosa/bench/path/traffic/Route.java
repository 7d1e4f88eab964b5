package dev.rosa.bench.path.traffic;

import dev.rosa.bench.path.peer.WireGuardHub;

/**
 * Links between which a run's frames are sent and counted.
 *
 * @param sourceLink of src that the sender sends on
 * @param skip bytes at the beginning of a frame that this link does not carry
 * @param destinationLink of dst whose counters count deliveries
 * @param isMerging whether the kernel may hand over several datagrams as one, so that only packets
 *     and bytes together say how many there were
 * @param isShared whether others need the sender's core, so that it has to sleep in between
 */
public record Route(
    String sourceLink, int skip, String destinationLink, boolean isMerging, boolean isShared) {

  /** From link to link: frames come as they were sent, or only counted by their packets. */
  public static final Route LINKS = new Route("s0", 0, "d0", false, false);

  /** Recorded frames of a tunnel's end go in; frames as long as they come out, still sealed. */
  static final Route HUB = new Route("s0", 0, "d0", true, false);

  /** Packets go into the tunnel's device of src, and come out of that of dst. */
  public static final Route WHOLE =
      new Route(WireGuardHub.SOURCE_END, 14, WireGuardHub.DESTINATION_END, true, true);

  /** Ethernet, IPv4 and UDP: what datagrams that were merged have only once. */
  private static final int HEADERS = 42;

  /**
   * Count of the frames.
   *
   * @param packets that the link counted
   * @param bytes that the link counted
   * @param frameBytes of each, Ethernet header included
   */
  long frames(long packets, long bytes, int frameBytes) {
    if (!isMerging || packets == 0) {
      return packets;
    }
    // Handshakes, and none at all, are not worth more than the packets they are.
    return Math.max(packets, (bytes - (HEADERS - skip) * packets) / (frameBytes - HEADERS));
  }
}
