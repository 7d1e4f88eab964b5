package dev.rosa.wire.ip;

import java.nio.ByteBuffer;

/**
 * Shape that datagrams of a flow must have to leave together as one packet, judged by their
 * headers. Stateless.
 */
public interface FlowShape {

  /** Active packets as Sources write them: Router Alert alone, and "don't fragment" in IPv4. */
  FlowShape ACTIVE = FlowHeader::activeBytes;

  /** UDP without options or extension headers; "don't fragment" in IPv4. */
  FlowShape UDP = FlowHeader::udpBytes;

  /** None: each packet leaves alone. */
  FlowShape NONE = (memory, ip, length) -> 0;

  /**
   * Bytes of IP and UDP header of a datagram that could be one of several; 0 if it has another
   * shape, no payload or may be fragmented. One over IPv4 that has no checksum will be given one.
   *
   * @param memory big-endian
   * @param length of the IP packet
   */
  int headerBytes(ByteBuffer memory, int ip, int length);
}
