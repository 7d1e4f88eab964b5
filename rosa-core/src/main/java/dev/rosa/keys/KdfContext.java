package dev.rosa.keys;

import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encoder of the key derivation's context ({@code byte[115]}, big-endian, PROTOCOL §2), from {@link
 * SessionParameters} or straight from a packet.
 *
 * <p>Offsets: version 0, suite 1, domain 2, epoch 6, SST 10, SET 14, session 18, U 26, code digest
 * 42, grant 74, address family 82, IPs 83, IPd 99. All fields are of fixed width, so no two
 * parameter sets share an encoding: a router compares contexts to know that a cached key is the
 * right one.
 */
public final class KdfContext {

  /** Bytes of a context. */
  public static final int BYTES = 115;

  private static final int DOMAIN = 2;
  private static final int CODE = 42;
  private static final int GRANT = 74;
  private static final int FAMILY = 82;
  private static final int SOURCE = 83;
  private static final int DESTINATION = 99;
  private static final byte IPV4 = 0x04;
  private static final byte IPV6 = 0x06;

  private KdfContext() {}

  /** The context of these parameters. */
  public static byte[] encode(SessionParameters parameters) {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.put((byte) RosaHeader.VERSION).put((byte) parameters.suite().id());
    out.putInt(parameters.domain()).putInt(parameters.epoch());
    out.putInt(parameters.sst()).putInt(parameters.set());
    out.putLong(parameters.session());
    out.put(parameters.user().toBytes()).put(parameters.code().toBytes());
    out.putLong(parameters.grant().bits());
    out.put(parameters.source() instanceof Inet4Address ? IPV4 : IPV6);
    putAddress(out, parameters.source());
    putAddress(out, parameters.destination());
    return out.array();
  }

  private static void putAddress(ByteBuffer out, InetAddress address) {
    if (address instanceof Inet4Address) {
      out.putLong(0).putInt(0xffff);
    }
    out.put(address.getAddress());
  }

  /**
   * Writes the context of a packet into {@code context}, without allocating.
   *
   * @param code the full digest behind the packet's Ci
   * @param context {@code byte[115]}
   */
  public static void encode(ActivePacket packet, CodeDigest code, byte[] context) {
    ByteBuffer memory = packet.memory();
    int header = packet.headerOffset();
    memory.get(header + RosaHeader.VERSION_OFFSET, context, 0, 2);
    // Domain, epoch, SST, SET, session and U stand in the header in the context's order.
    memory.get(header + RosaHeader.DOMAIN_OFFSET, context, DOMAIN, CODE - DOMAIN);
    code.copyTo(context, CODE);
    memory.get(header + RosaHeader.GRANT_OFFSET, context, GRANT, Long.BYTES);
    if (packet.isIpv4()) {
      context[FAMILY] = IPV4;
      mapIpv4(memory, packet.sourceOffset(), context, SOURCE);
      mapIpv4(memory, packet.destinationOffset(), context, DESTINATION);
    } else {
      context[FAMILY] = IPV6;
      memory.get(packet.sourceOffset(), context, SOURCE, 16);
      memory.get(packet.destinationOffset(), context, DESTINATION, 16);
    }
  }

  private static void mapIpv4(ByteBuffer memory, int from, byte[] context, int to) {
    Arrays.fill(context, to, to + 10, (byte) 0);
    context[to + 10] = (byte) 0xff;
    context[to + 11] = (byte) 0xff;
    memory.get(from, context, to + 12, 4);
  }
}
