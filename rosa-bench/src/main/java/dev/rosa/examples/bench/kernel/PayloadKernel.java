package dev.rosa.examples.bench.kernel;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;

/** Application that computes something of each payload, and keeps the sum of its results. */
public abstract class PayloadKernel implements ActiveApplication {

  private final byte[] payload = new byte[2048];
  private long sum;

  @Override
  public final void onPacket(Packet packet) {
    int length = Math.min(packet.payloadLength(), payload.length);
    packet.copyPayload(0, payload, 0, length);
    sum += result(payload, length);
    packet.sessionState().set(0, sum);
  }

  /** The result for {@code length} bytes of payload, which may be changed. */
  abstract int result(byte[] payload, int length);
}
