package dev.rosa.bench.path.traffic;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.config.IpPrefix;
import dev.rosa.wire.active.RosaHeader;
import java.nio.ByteBuffer;

/**
 * Maker of Ethernet frames with UDP datagrams that ask for no router's attention, as long as active
 * packets but for their option. Owned by one thread.
 */
public final class PlainFrames implements FrameSource {

  private static final int IPV4_HEADER = 20;
  private static final int UDP_HEADER = 8;
  private static final int TAG = 16;
  private static final int TTL_AND_UDP = 64 << 8 | 17;
  private static final int DO_NOT_FRAGMENT = 0x4000;

  private final byte[] template;
  private long number;

  /**
   * Datagrams to an address.
   *
   * @param payloadBytes of the active packets that they stand for
   */
  public PlainFrames(byte[] routerMac, String destination, int payloadBytes) {
    int udp = UDP_HEADER + RosaHeader.BYTES + payloadBytes + TAG;
    ByteBuffer frame = ByteBuffer.allocate(ETHERNET + IPV4_HEADER + udp);
    frame.put(routerMac).put(new byte[6]).putShort((short) 0x0800);
    frame.put((byte) 0x45).put((byte) 0).putShort((short) (IPV4_HEADER + udp));
    frame.putShort((short) 0).putShort((short) DO_NOT_FRAGMENT).putShort((short) TTL_AND_UDP);
    frame.putShort((short) 0);
    frame.put(IpPrefix.parse(BenchNetwork.SOURCE).address().getAddress());
    frame.put(IpPrefix.parse(destination).address().getAddress());
    frame.putShort((short) RosaHeader.UDP_PORT).putShort((short) RosaHeader.UDP_PORT);
    frame.putShort((short) udp).putShort((short) 0);
    frame.putShort(ETHERNET + 10, checksum(frame));
    template = frame.array();
  }

  private static short checksum(ByteBuffer frame) {
    int sum = 0;
    for (int i = ETHERNET; i < ETHERNET + IPV4_HEADER; i += 2) {
      sum += frame.getShort(i) & 0xffff;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    return (short) ~(sum + (sum >>> 16));
  }

  @Override
  public int frameBytes() {
    return template.length;
  }

  @Override
  public int sequenceOffset() {
    return ETHERNET + IPV4_HEADER + UDP_HEADER + RosaHeader.SEQUENCE_OFFSET;
  }

  @Override
  public void write(ByteBuffer memory, int offset, int stride, int count) {
    for (int i = 0; i < count; i++) {
      int at = offset + i * stride;
      memory.put(at, template);
      memory.putLong(at + sequenceOffset(), ++number);
    }
  }
}
