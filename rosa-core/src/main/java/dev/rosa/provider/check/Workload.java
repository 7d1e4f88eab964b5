package dev.rosa.provider.check;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;

/**
 * A batch of packets of some sessions, off heap as in a router, for measuring one engine: sealed
 * and verified again and again. Owned by one thread.
 */
public final class Workload implements AutoCloseable {

  private static final int SESSIONS = 8;

  private final SuiteEngine engine;
  private final ActivePacket[] packets;
  private final PreparedKeys[] keys = new PreparedKeys[SESSIONS];
  private final CryptoBatch batch;

  public Workload(SuiteEngine engine, int payloadBytes, int batchSize) {
    this.engine = engine;
    this.packets = new ActivePacket[batchSize];
    Suite suite = engine.suite();
    batch = new CryptoBatch(batchSize, suite.encrypts() ? payloadBytes : 0);
    for (int i = 0; i < SESSIONS; i++) {
      keys[i] = engine.prepare(new TrialSession(suite, i).key());
    }
    writePackets(suite, payloadBytes);
  }

  public int packets() {
    return packets.length;
  }

  /** Encrypts the payloads in their current state, and writes the tags. */
  public void seal() {
    fill();
    engine.seal(batch);
  }

  /** Verifies and, with a suite that encrypts, opens all. */
  public void verify() {
    fill();
    engine.verify(batch);
    if (engine.suite().encrypts()) {
      engine.open(batch);
    }
  }

  /** True if the last call of {@link #verify} found every tag right. */
  public boolean isAuthentic() {
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

  /** Headers and payloads; the tags come with the first {@link #seal}. */
  private void writePackets(Suite suite, int payloadBytes) {
    int length = TrialSession.packetBytes(suite, payloadBytes);
    ByteBuffer memory = ByteBuffer.allocateDirect(packets.length * length);
    ByteBuffer payload = ByteBuffer.allocate(payloadBytes);
    for (int i = 0; i < packets.length; i++) {
      TrialSession session = new TrialSession(suite, i % SESSIONS);
      packets[i] = session.writeUnsealed(memory, i * length, i + 1, payload.clear());
    }
  }

  @Override
  public void close() {
    batch.clear();
    for (PreparedKeys key : keys) {
      key.destroy();
    }
  }
}
