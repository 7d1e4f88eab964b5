package dev.rosa.provider.check;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketMac;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A session for trying and measuring engines: always the same key, which protects nothing.
 * Immutable and thread-safe.
 *
 * @param suite of its packets
 * @param number tells sessions apart, 0 to 63
 */
record TrialSession(Suite suite, int number) {

  private static final int SERVICE_PORT = 5_004;

  /** Its key. */
  SessionKey key() {
    byte[] mac = new byte[suite.macKeyBytes()];
    byte[] cipher = new byte[suite.cipherKeyBytes()];
    Arrays.fill(mac, (byte) (0x40 + number));
    Arrays.fill(cipher, (byte) (0x80 + number));
    return SessionKey.of(mac, cipher);
  }

  /** Bytes of a whole packet with a payload of that many. */
  static int packetBytes(Suite suite, int payloadBytes) {
    return ActivePacketWriter.overheadBytes(true)
        + RosaHeader.BYTES
        + suite.nonceBytes()
        + payloadBytes
        + suite.tagBytes();
  }

  /**
   * Writes a packet whose payload is in plaintext and whose tag is missing.
   *
   * @param payload read from position to limit, which move
   */
  ActivePacket writeUnsealed(ByteBuffer memory, int offset, long sequence, ByteBuffer payload) {
    int length = unsealing().seal(memory, offset, SERVICE_PORT, sequence, payload);
    ActivePacket packet = new ActivePacket();
    if (packet.wrap(memory, offset, length) != Structure.ACTIVE) {
      throw new IllegalStateException("a packet made for a trial is malformed");
    }
    return packet;
  }

  private PacketSealer unsealing() {
    SessionParameters parameters =
        new SessionParameters(
            suite,
            1,
            1,
            1,
            Integer.MAX_VALUE,
            number + 1,
            UserId.of(new byte[UserId.BYTES]),
            CodeDigest.of(new byte[CodeDigest.BYTES]),
            new Grant(0, 0, Grant.ALL),
            address(2),
            address(3));
    return new PacketSealer(parameters, key(), SuiteEngine.of(suite, new NoMac()));
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 1, (byte) last});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** Leaves packets unsealed. */
  private static final class NoMac implements PacketMac {

    @Override
    public PreparedKey prepare(SessionKey key) {
      return null;
    }

    @Override
    public void tag(CryptoBatch unsealed) {
      // The engine on trial does it.
    }

    @Override
    public void verify(CryptoBatch unsealed) {
      throw new IllegalStateException("only writes");
    }
  }
}
