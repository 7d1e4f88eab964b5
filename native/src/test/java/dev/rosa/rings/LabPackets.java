package dev.rosa.rings;

import java.nio.ByteBuffer;
import java.util.Random;

/** IP packets in the shape of active ones, with random bytes inside. Owned by one thread. */
final class LabPackets {

  private static final int UDP_HEADER = 8;
  private static final int SESSION = 24;
  private static final int LEAST_PAYLOAD = 96;

  private final Random random;

  LabPackets(long seed) {
    random = new Random(seed);
  }

  /** A packet of either family, with or without Router Alert. */
  byte[] any(int mostBytes) {
    int headers = 60;
    int payload = LEAST_PAYLOAD + random.nextInt(mostBytes - headers - LEAST_PAYLOAD);
    return of(random.nextBoolean(), random.nextBoolean(), random.nextLong(), payload);
  }

  byte[] of(boolean ipv4, boolean alert, long session, int payloadBytes) {
    int header = ipv4 ? (alert ? 24 : 20) : (alert ? 48 : 40);
    byte[] bytes = new byte[header + UDP_HEADER + payloadBytes];
    random.nextBytes(bytes);
    ByteBuffer packet = ByteBuffer.wrap(bytes);
    if (ipv4) {
      putIpv4(packet, header, alert);
    } else {
      putIpv6(packet, header, alert);
    }
    packet.putShort(header + 2, (short) 3322);
    packet.putShort(header + 4, (short) (bytes.length - header));
    packet.putLong(header + UDP_HEADER + SESSION, session);
    return bytes;
  }

  private static void putIpv4(ByteBuffer packet, int header, boolean alert) {
    packet.put(0, (byte) (0x40 | header / 4)).putShort(2, (short) packet.capacity());
    packet.putShort(6, (short) 0x4000).put(9, (byte) 17);
    if (alert) {
      packet.putInt(20, 0x94040000);
    }
  }

  private static void putIpv6(ByteBuffer packet, int header, boolean alert) {
    packet.putInt(0, 0x60000000).putShort(4, (short) (packet.capacity() - 40));
    packet.put(6, (byte) (alert ? 0 : 17));
    if (alert) {
      packet.put(40, (byte) 17).put(41, (byte) 0).putInt(42, 0x05020002).putShort(46, (short) 0);
    }
    if (header != (alert ? 48 : 40)) {
      throw new AssertionError(header);
    }
  }
}
