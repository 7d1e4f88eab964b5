package dev.rosa.vectors;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Check of an engine with one vector's packet: its payload is sealed and compared, the expected
 * datagram opened. Owned by one thread.
 */
final class VectorPacket {
  private final SuiteEngine engine;
  private final ByteBuffer memory = ByteBuffer.allocateDirect(Ip.MAX_BYTES);
  private final ActivePacket packet = new ActivePacket();
  private final CryptoBatch one = new CryptoBatch(1, VectorFile.MAX_PAYLOAD_BYTES);

  VectorPacket(SuiteEngine engine) {
    this.engine = engine;
  }

  /** Adds to {@code differences} what is not as the vector says. */
  void check(
      Vector vector, SessionParameters parameters, SessionKey key, List<String> differences) {
    if (vector.inputs().sequence() == 0) {
      differences.add("sequence: 0 is never sent");
      return;
    }
    byte[] payload = HexFormat.of().parseHex(vector.inputs().payload());
    PacketSealer sealer = new PacketSealer(parameters, key, engine);
    int whole = sealer.overheadBytes() + payload.length;
    if (whole > Ip.MAX_BYTES) {
      differences.add("payload: makes an IP packet of " + whole + " bytes, more than there can be");
      return;
    }
    byte[] sealed = sealed(sealer, vector.inputs(), payload);
    VectorCheck.compare("datagram", sealed, vector.expected().datagram(), differences);
    byte[] given = HexFormat.of().parseHex(vector.expected().datagram());
    if (!wrapGiven(given, parameters)) {
      differences.add("datagram: its header does not fit the suite or its length");
      return;
    }
    checkOpened(key, payload, differences);
  }

  private byte[] sealed(PacketSealer sealer, Vector.Inputs inputs, byte[] payload) {
    int length =
        sealer.seal(memory, 0, inputs.servicePort(), inputs.sequence(), ByteBuffer.wrap(payload));
    int header = ActivePacketWriter.overheadBytes(inputs.source() instanceof Inet4Address);
    byte[] datagram = new byte[length - header];
    memory.get(header, datagram);
    return datagram;
  }

  /** Verifies and opens the datagram that was given, not the one that was built. */
  private void checkOpened(SessionKey key, byte[] payload, List<String> differences) {
    PreparedKeys keys = engine.prepare(key);
    addOne(keys);
    engine.verify(one);
    if (!one.isAuthentic(0)) {
      differences.add("datagram: its tag is wrong");
    } else if (!Arrays.equals(opened(), payload)) {
      differences.add("datagram: opens to another payload");
    } else if (acceptsForgedTag(keys)) {
      differences.add("datagram: verifies with a forged tag, too");
    }
    one.clear();
    keys.destroy();
  }

  private void addOne(PreparedKeys keys) {
    one.clear();
    if (engine.suite().encrypts()) {
      one.addToOpen(packet, keys);
    } else {
      one.add(packet, keys);
    }
  }

  private boolean acceptsForgedTag(PreparedKeys keys) {
    int tag = packet.tagOffset();
    memory.put(tag, (byte) (memory.get(tag) ^ 1));
    addOne(keys);
    engine.verify(one);
    return one.isAuthentic(0);
  }

  /** A grant with reserved bits is no reason to refuse: vectors have random grants. */
  private boolean wrapGiven(byte[] datagram, SessionParameters parameters) {
    int header = ActivePacketWriter.overheadBytes(parameters.source() instanceof Inet4Address);
    Suite suite = parameters.suite();
    if (datagram.length < RosaHeader.BYTES || header + datagram.length > Ip.MAX_BYTES) {
      return false;
    }
    ActivePacketWriter.write(
        memory, 0, parameters.source(), parameters.destination(), datagram.length);
    memory.put(header, datagram);
    // The verdict is not asked for, see above; an unknown version leaves an older packet's fields.
    packet.wrap(memory, 0, header + datagram.length);
    return datagram[RosaHeader.VERSION_OFFSET] == RosaHeader.VERSION
        && memory.getShort(header) == RosaHeader.MAGIC
        && packet.suite() == suite
        && datagram.length
            == RosaHeader.BYTES + suite.nonceBytes() + packet.payloadLength() + suite.tagBytes();
  }

  private byte[] opened() {
    byte[] payload = new byte[packet.payloadLength()];
    if (engine.suite().encrypts()) {
      engine.open(one);
      one.plaintext().get(one.plaintextOffset(0), payload);
    } else {
      memory.get(packet.payloadOffset(), payload);
    }
    return payload;
  }
}
