package dev.rosa.wire.ip;

import java.nio.ByteBuffer;

/**
 * Completion of UDP checksums that a sending kernel left to NIC checksum offload on a virtual link.
 * The field then holds the folded sum of the pseudo-header only. Stateless.
 */
public final class PartialChecksum {

  private PartialChecksum() {}

  /**
   * Completes the checksum of the UDP datagram in the IP packet at {@code ip}, in place. Leaves
   * alone what is no whole UDP datagram.
   *
   * @param memory big-endian
   * @param length bytes of IP packet
   */
  public static void complete(ByteBuffer memory, int ip, int length) {
    int headerBytes = Udp.offset(memory, ip, length);
    if (headerBytes < 0) {
      return;
    }
    int udp = ip + headerBytes;
    int bytes = memory.getShort(udp + Udp.LENGTH) & 0xffff;
    int checksum = Ip.fold(Ip.sum(memory, udp, bytes));
    memory.putShort(udp + Udp.CHECKSUM, (short) (checksum == 0 ? 0xffff : checksum));
  }
}
