package dev.rosa.bench.cold;

import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import java.nio.ByteBuffer;

/**
 * Session of a bench's router and its Source, which seals the packets that are timed. Owned by one
 * thread.
 */
final class ColdSession {

  /** An RTP packet of linear PCM, so that the code has work to do: 12 bytes and 506 samples. */
  private static final int PAYLOAD_BYTES = 1_024;

  private static final int RTP_VERSION = 0x80;
  private static final int LINEAR_PCM = 96;
  private static final int SERVICE_PORT = 6_004;

  private final PacketSealer sealer;
  private final byte[] payload = new byte[PAYLOAD_BYTES];
  private long sequence;

  ColdSession(ActiveSession session) {
    this.sealer =
        new PacketSealer(
            session.parameters(),
            session.key(),
            ProviderRegistry.builtIn().engineFor(session.parameters().suite()));
    payload[0] = (byte) RTP_VERSION;
    payload[1] = LINEAR_PCM;
    for (int i = 12; i < payload.length; i++) {
      payload[i] = (byte) (i * i);
    }
  }

  /** The next packet. */
  byte[] next() {
    ByteBuffer memory = ByteBuffer.allocate(sealer.overheadBytes() + PAYLOAD_BYTES);
    sealer.seal(memory, 0, SERVICE_PORT, ++sequence, ByteBuffer.wrap(payload));
    return memory.array();
  }
}
