package dev.rosa.bench.shootout.work;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * Sealed active packets of one session for the shootout's engines, off heap as in a router. Owned
 * by one thread.
 */
final class BatchPackets {

  private final ActivePacket[] packets = new ActivePacket[PacketWork.PACKETS];
  private final SessionKey key;

  /**
   * Packets that the JDK's own provider sealed.
   *
   * @param payloadBytes of each packet
   */
  BatchPackets(Suite suite, int payloadBytes) {
    key = Material.sessionKey(suite);
    PacketSealer sealer =
        new PacketSealer(session(suite), key, ProviderRegistry.builtIn().engineFor(suite));
    int stride = sealer.overheadBytes() + payloadBytes;
    ByteBuffer memory = ByteBuffer.allocateDirect(packets.length * stride);
    ByteBuffer payload = ByteBuffer.wrap(Material.bytes(payloadBytes));
    for (int i = 0; i < packets.length; i++) {
      payload.rewind();
      sealer.seal(memory, i * stride, 1, i + 1, payload);
      packets[i] = new ActivePacket();
      if (packets[i].wrap(memory, i * stride, stride) != Structure.ACTIVE) {
        throw new IllegalStateException("a packet just sealed is no active packet");
      }
    }
  }

  private static SessionParameters session(Suite suite) {
    return new SessionParameters(
        suite,
        1,
        1,
        0,
        Integer.MAX_VALUE,
        1,
        UserId.of(Material.bytes(UserId.BYTES)),
        CodeDigest.of(Material.bytes(CodeDigest.BYTES)),
        Grant.ofBits(0),
        address(1),
        address(2));
  }

  private static InetAddress address(int host) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  SessionKey key() {
    return key;
  }

  ActivePacket packet(int index) {
    return packets[index];
  }
}
