package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.JceEngines;
import dev.rosa.crypto.JceNames;
import dev.rosa.crypto.JceService;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Random;

/** Packets and keys of one suite for tests, the same for the same seed. Owned by one thread. */
final class SuitePackets {

  /** Bytes before the payload and behind it that any packet has at most. */
  static final int OVERHEAD = 160;

  private final Suite suite;
  private final Random random;

  SuitePackets(Suite suite, long seed) {
    this.suite = suite;
    this.random = new Random(seed);
  }

  SessionKey key() {
    byte[] mac = new byte[suite.macKeyBytes()];
    byte[] cipher = new byte[suite.cipherKeyBytes()];
    random.nextBytes(mac);
    random.nextBytes(cipher);
    return SessionKey.of(mac, cipher);
  }

  /** A packet with a random payload, not sealed yet. */
  ActivePacket write(ByteBuffer memory, int offset, int payloadBytes) {
    int udp = RosaHeader.BYTES + suite.nonceBytes() + payloadBytes + suite.tagBytes();
    int header = ActivePacketWriter.write(memory, offset, address(1), address(2), udp);
    byte[] content = new byte[udp];
    random.nextBytes(content);
    memory.put(header, content);
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) suite.id());
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) payloadBytes);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, 0);
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, 1 + random.nextInt(1_000_000));
    return wrapped(memory, offset, header + udp - offset);
  }

  static ActivePacket wrapped(ByteBuffer memory, int offset, int length) {
    ActivePacket packet = new ActivePacket();
    if (packet.wrap(memory, offset, length) != Structure.ACTIVE) {
      throw new IllegalStateException("the packet just written is none");
    }
    return packet;
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The engine to compare with: SunJCE. */
  static SuiteEngine java(Suite suite) {
    try {
      return JceEngines.create(
          suite, service(JceNames.mac(suite)), service(JceNames.cipher(suite)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JceService service(String algorithm) {
    String key = algorithm.startsWith("AES") ? "AES" : algorithm;
    return JceService.plain(Security.getProvider("SunJCE"), algorithm, key);
  }

  /** A copy of a packet in memory of its own. */
  static ActivePacket copy(ActivePacket packet, ByteBuffer memory, int offset) {
    memory.put(offset, packet.memory(), packet.ipOffset(), packet.ipLength());
    return wrapped(memory, offset, packet.ipLength());
  }

  static byte[] bytes(ActivePacket packet) {
    byte[] bytes = new byte[packet.ipLength()];
    packet.memory().get(packet.ipOffset(), bytes);
    return bytes;
  }

  static byte[] plaintext(CryptoBatch batch, int index) {
    byte[] bytes = new byte[batch.payloadLength(index)];
    batch.plaintext().get(batch.plaintextOffset(index), bytes);
    return bytes;
  }

  static byte[] payload(ActivePacket packet) {
    byte[] bytes = new byte[packet.payloadLength()];
    packet.memory().get(packet.payloadOffset(), bytes);
    return bytes;
  }

  /** Adds a packet, to be opened where the suite encrypts. */
  static void add(CryptoBatch batch, ActivePacket packet, PreparedKeys keys) {
    if (packet.suite().encrypts()) {
      batch.addToOpen(packet, keys);
    } else {
      batch.add(packet, keys);
    }
  }
}
