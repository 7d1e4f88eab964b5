package dev.rosa.provider;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketMac;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.ActivePacketWriter;
import dev.rosa.wire.Grant;
import dev.rosa.wire.RosaHeader;
import dev.rosa.wire.Structure;
import dev.rosa.wire.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A batch of packets of some sessions, off heap as in a router, for measuring one engine: sealed
 * and verified again and again. Its keys are nobody's. Owned by one thread.
 */
final class Workload implements AutoCloseable {

  private static final int SESSIONS = 8;

  private final SuiteEngine engine;
  private final ActivePacket[] packets;
  private final PreparedKeys[] keys = new PreparedKeys[SESSIONS];
  private final CryptoBatch batch;

  Workload(SuiteEngine engine, int payloadBytes, int batchSize) {
    this.engine = engine;
    this.packets = new ActivePacket[batchSize];
    Suite suite = engine.suite();
    batch = new CryptoBatch(batchSize, suite.encrypts() ? payloadBytes : 0);
    for (int i = 0; i < SESSIONS; i++) {
      keys[i] = engine.prepare(key(suite, i));
    }
    writePackets(suite, payloadBytes);
  }

  int packets() {
    return packets.length;
  }

  /** Encrypts the payloads, whatever they are by now, and writes the tags. */
  void seal() {
    fill();
    engine.seal(batch);
  }

  /** Verifies and, with a suite that encrypts, opens all. */
  void verify() {
    fill();
    engine.verify(batch);
    if (engine.suite().encrypts()) {
      engine.open(batch);
    }
  }

  /** Whether the last call of {@link #verify} found every tag right. */
  boolean isAuthentic() {
    for (int i = 0; i < batch.size(); i++) {
      if (!batch.isAuthentic(i)) {
        return false;
      }
    }
    return true;
  }

  private void fill() {
    batch.clear();
    for (int i = 0; i < packets.length; i++) {
      if (engine.suite().encrypts()) {
        batch.addToOpen(packets[i], keys[i % SESSIONS]);
      } else {
        batch.add(packets[i], keys[i % SESSIONS]);
      }
    }
  }

  private static SessionKey key(Suite suite, int session) {
    byte[] mac = new byte[suite.macKeyBytes()];
    byte[] cipher = new byte[suite.cipherKeyBytes()];
    Arrays.fill(mac, (byte) (0x40 + session));
    Arrays.fill(cipher, (byte) (0x80 + session));
    return SessionKey.of(mac, cipher);
  }

  /** Headers and payloads; the tags come with the first {@link #seal}. */
  private void writePackets(Suite suite, int payloadBytes) {
    int length =
        ActivePacketWriter.overheadBytes(true)
            + RosaHeader.BYTES
            + suite.nonceBytes()
            + payloadBytes
            + suite.tagBytes();
    ByteBuffer memory = ByteBuffer.allocateDirect(packets.length * length);
    ByteBuffer payload = ByteBuffer.allocate(payloadBytes);
    for (int i = 0; i < packets.length; i++) {
      writer(suite, i % SESSIONS).seal(memory, i * length, 5_004, i + 1, payload.clear());
      packets[i] = new ActivePacket();
      if (packets[i].wrap(memory, i * length, length) != Structure.ACTIVE) {
        throw new IllegalStateException("a packet made for measuring is malformed");
      }
    }
  }

  private static PacketSealer writer(Suite suite, int session) {
    SessionParameters parameters =
        new SessionParameters(
            suite,
            1,
            1,
            1,
            Integer.MAX_VALUE,
            session + 1,
            UserId.of(new byte[UserId.BYTES]),
            CodeDigest.of(new byte[CodeDigest.BYTES]),
            new Grant(0, 0, Grant.ALL),
            address(2),
            address(3));
    return new PacketSealer(parameters, key(suite, session), SuiteEngine.of(suite, new NoMac()));
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 1, (byte) last});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  @Override
  public void close() {
    batch.clear();
    for (PreparedKeys key : keys) {
      key.destroy();
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
      // The engine that is measured does it.
    }

    @Override
    public void verify(CryptoBatch unsealed) {
      throw new IllegalStateException("only writes");
    }
  }
}
