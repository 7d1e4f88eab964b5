package dev.rosa.router.prewarm;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacketWriter;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.List;

/** Source of one synthetic session, which seals its packets for prewarming. Owned by one thread. */
final class PrewarmFlow {

  private static final int SERVICE_PORT = 9;

  /** Distances of a packet's sequence number from the one before: packets are lost and overtake. */
  private static final int[] GAPS = {1_500, 1, 1, 4, -2, 3, 1, 70, -40, 41, 1, 1};

  private final PacketSealer sealer;
  private final int headerOffset;
  private final List<byte[]> samples;
  private long sequence;
  private int sealed;

  PrewarmFlow(
      SessionParameters parameters, SessionKey key, SuiteEngine engine, List<byte[]> samples) {
    this.samples = samples;
    sealer = new PacketSealer(parameters, key, engine);
    headerOffset = ActivePacketWriter.overheadBytes(parameters.source() instanceof Inet4Address);
  }

  /** A flow whose packets a router that holds the source's secret accepts. */
  static PrewarmFlow open(
      SessionParameters parameters,
      PrewarmCodeSource source,
      KeyDerivation derivation,
      SuiteEngine engine) {
    SessionKey key = derivation.derive(parameters, source.secret());
    PrewarmFlow flow = new PrewarmFlow(parameters, key, engine, source.samples(parameters.code()));
    key.destroy();
    return flow;
  }

  /**
   * Seals the session's next packet into a buffer.
   *
   * @param any what it carries, unless the session's code has samples of its own
   */
  void next(PacketBuffer buffer, ByteBuffer any) {
    ByteBuffer payload =
        samples.isEmpty() ? any : ByteBuffer.wrap(samples.get(sealed % samples.size()));
    sequence += GAPS[sealed++ % GAPS.length];
    int length = sealer.seal(buffer.memory(), buffer.offset(), SERVICE_PORT, sequence, payload);
    buffer.arrived(length, System.nanoTime());
  }

  /** Offset of the ROSA header of a packet in this buffer. */
  int headerIn(PacketBuffer buffer) {
    return buffer.offset() + headerOffset;
  }
}
