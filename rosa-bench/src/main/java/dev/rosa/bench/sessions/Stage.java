package dev.rosa.bench.sessions;

import dev.rosa.packetio.PacketBatch;

/**
 * Buffer of sealed packets until they are measured; it takes the same memory for any number of
 * sessions. One for all populations.
 */
final class Stage {

  private final PacketBatch[] batches;

  Stage(int batches) {
    this.batches = new PacketBatch[batches];
    for (int i = 0; i < batches; i++) {
      this.batches[i] = new PacketBatch(SessionsPlan.BATCH, SessionsPlan.PACKET_BYTES);
    }
  }

  int size() {
    return batches.length;
  }

  PacketBatch batch(int index) {
    return batches[index];
  }
}
