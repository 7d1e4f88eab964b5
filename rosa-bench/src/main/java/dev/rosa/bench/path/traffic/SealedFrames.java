package dev.rosa.bench.path.traffic;

import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Maker of Ethernet frames with active packets of real sessions, fresh ones every time, sealed in
 * batches. The engine that serves their suite seals them; of several sessions they come in turn.
 * Owned by one thread.
 */
public final class SealedFrames implements FrameSource {

  private static final int SERVICE_PORT = 5_004;
  private static final int HEADER = ETHERNET + ActivePacketWriter.overheadBytes(true);

  private final SuiteEngine engine;
  private final Suite suite;
  private final byte[] template;
  private final byte[][] headers;
  private final PreparedKeys[] keys;
  private final long[] sequences;
  private final ActivePacket[] packets = new ActivePacket[BATCH];
  private final CryptoBatch batch = new CryptoBatch(BATCH, 0);
  private int turn;

  /**
   * Packets of these sessions, all of one suite and one path.
   *
   * @param engine owned by this from now on
   */
  public SealedFrames(
      List<ActiveSession> sessions, SuiteEngine engine, byte[] routerMac, int payload) {
    this.engine = engine;
    this.suite = engine.suite();
    this.headers = new byte[sessions.size()][];
    this.keys = new PreparedKeys[sessions.size()];
    this.sequences = new long[sessions.size()];
    byte[] frame = new byte[0];
    for (int i = 0; i < headers.length; i++) {
      frame = firstFrame(sessions.get(i), routerMac, payload);
      headers[i] = Arrays.copyOfRange(frame, ETHERNET, HEADER + RosaHeader.BYTES);
      keys[i] = engine.prepare(sessions.get(i).key());
      sequences[i] = 1;
    }
    template = frame;
    Arrays.setAll(packets, i -> new ActivePacket());
  }

  private byte[] firstFrame(ActiveSession session, byte[] routerMac, int payload) {
    PacketSealer sealer = new PacketSealer(session.parameters(), session.key(), engine);
    ByteBuffer frame = ByteBuffer.allocate(ETHERNET + sealer.overheadBytes() + payload);
    frame.put(routerMac).put(new byte[6]).putShort((short) 0x0800);
    sealer.seal(frame, ETHERNET, SERVICE_PORT, 1, ByteBuffer.allocate(payload));
    return frame.array();
  }

  @Override
  public int frameBytes() {
    return template.length;
  }

  @Override
  public int sequenceOffset() {
    return HEADER + RosaHeader.SEQUENCE_OFFSET;
  }

  @Override
  public int trainFrames() {
    return BATCH;
  }

  @Override
  public void write(ByteBuffer memory, int offset, int stride, int count) {
    batch.clear();
    for (int i = 0; i < count; i++) {
      writeOne(memory, offset + i * stride, packets[i]);
    }
    engine.seal(batch);
  }

  private void writeOne(ByteBuffer memory, int offset, ActivePacket packet) {
    int session = turn;
    turn = turn + 1 == headers.length ? 0 : turn + 1;
    memory.put(offset, template);
    memory.put(offset + ETHERNET, headers[session]);
    memory.putLong(offset + sequenceOffset(), ++sequences[session]);
    packet.wrap(memory, offset + ETHERNET, template.length - ETHERNET);
    if (suite.nonceBytes() > 0) {
      packet.writeNonce(0, sequences[session]);
    }
    batch.add(packet, keys[session]);
  }
}
