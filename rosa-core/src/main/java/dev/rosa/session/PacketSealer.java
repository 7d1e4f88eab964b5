package dev.rosa.session;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.Inet4Address;
import java.nio.ByteBuffer;

/**
 * Maker of the sealed active packets of one session, as its Source sends them (PROTOCOL §1, §3).
 * Owned by one thread, as is the engine given to it.
 */
public final class PacketSealer {

  /** A Source is writer 0. */
  private static final int SOURCE_WRITER = 0;

  private final SessionParameters parameters;
  private final SuiteEngine engine;
  private final PreparedKeys keys;
  private final ActivePacket packet = new ActivePacket();
  private final CryptoBatch one = new CryptoBatch(1, 0);

  /**
   * A sealer for one session.
   *
   * @throws IllegalArgumentException if the engine serves another suite than the session's
   */
  public PacketSealer(SessionParameters parameters, SessionKey key, SuiteEngine engine) {
    if (engine.suite() != parameters.suite()) {
      throw new IllegalArgumentException(
          "an engine for " + engine.suite() + " cannot seal " + parameters.suite());
    }
    this.parameters = parameters;
    this.engine = engine;
    this.keys = engine.prepare(key);
  }

  /** Bytes that an active packet of this session has besides its payload. */
  public int overheadBytes() {
    Suite suite = parameters.suite();
    return ActivePacketWriter.overheadBytes(parameters.source() instanceof Inet4Address)
        + RosaHeader.BYTES
        + suite.nonceBytes()
        + suite.tagBytes();
  }

  /**
   * Writes one sealed IP packet at {@code offset}.
   *
   * @param memory with room for {@link #overheadBytes} and the payload
   * @param servicePort the application's port at the Destination
   * @param sequence 1, 2, 3 … within the session, never one twice; with an encrypting suite a
   *     repeated one would repeat the nonce
   * @param payload read from position to limit, which move
   * @return the packet's length in bytes
   * @throws IllegalArgumentException if the packet would be longer than IP allows, or {@code
   *     sequence} is 0
   */
  public int seal(
      ByteBuffer memory, int offset, int servicePort, long sequence, ByteBuffer payload) {
    if (sequence == 0) {
      throw new IllegalArgumentException("sequence numbers start at 1");
    }
    Suite suite = parameters.suite();
    int payloadBytes = payload.remaining();
    int udpPayload = RosaHeader.BYTES + suite.nonceBytes() + payloadBytes + suite.tagBytes();
    int header =
        ActivePacketWriter.write(
            memory, offset, parameters.source(), parameters.destination(), udpPayload);
    writeHeader(memory, header, servicePort, sequence, payloadBytes);
    memory.put(
        header + RosaHeader.BYTES + suite.nonceBytes(), payload, payload.position(), payloadBytes);
    payload.position(payload.limit());
    int length = header + udpPayload - offset;
    if (packet.wrap(memory, offset, length) == Structure.MALFORMED && !hasReservedGrant()) {
      throw new IllegalStateException("the packet just written is malformed");
    }
    if (suite.nonceBytes() > 0) {
      packet.writeNonce(SOURCE_WRITER, sequence);
    }
    one.add(packet, keys);
    engine.seal(one);
    one.clear();
    packet.refreshChecksums();
    return length;
  }

  /** Test vectors carry grants that a router refuses; sealing them is still well defined. */
  private boolean hasReservedGrant() {
    return (parameters.grant().permissions() & Grant.RESERVED) != 0;
  }

  private void writeHeader(
      ByteBuffer memory, int header, int servicePort, long sequence, int payloadBytes) {
    memory.putShort(header + RosaHeader.MAGIC_OFFSET, (short) RosaHeader.MAGIC);
    memory.put(header + RosaHeader.VERSION_OFFSET, (byte) RosaHeader.VERSION);
    memory.put(header + RosaHeader.SUITE_OFFSET, (byte) parameters.suite().id());
    memory.putShort(header + RosaHeader.SERVICE_PORT_OFFSET, (short) servicePort);
    memory.putShort(header + RosaHeader.PAYLOAD_LENGTH_OFFSET, (short) payloadBytes);
    memory.putInt(header + RosaHeader.DOMAIN_OFFSET, parameters.domain());
    memory.putInt(header + RosaHeader.EPOCH_OFFSET, parameters.epoch());
    memory.putInt(header + RosaHeader.SST_OFFSET, parameters.sst());
    memory.putInt(header + RosaHeader.SET_OFFSET, parameters.set());
    memory.putLong(header + RosaHeader.SESSION_OFFSET, parameters.session());
    memory.put(header + RosaHeader.USER_OFFSET, parameters.user().toBytes());
    memory.put(header + RosaHeader.CODE_OFFSET, parameters.code().toBytes(), 0, 16);
    memory.putLong(header + RosaHeader.GRANT_OFFSET, parameters.grant().bits());
    memory.putLong(header + RosaHeader.SEQUENCE_OFFSET, sequence);
  }
}
