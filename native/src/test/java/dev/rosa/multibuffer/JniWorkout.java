package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Map;

/** Calls everything native once and more, in a JVM of its own: see {@link CheckedJniTest}. */
final class JniWorkout {

  private static final int PACKETS = 70;

  private JniWorkout() {}

  /** Ends with 0 if all packets came out right. */
  public static void main(String[] arguments) {
    MultiBufferEngines engines = new MultiBufferEngines(Map.<String, String>of()::get);
    if (engines.unavailabilityCause().isPresent()) {
      System.exit(3);
    }
    for (Suite suite : Suite.values()) {
      for (int round = 0; round < 50; round++) {
        workOut(engines.engineFor(suite));
      }
      System.gc();
    }
  }

  private static void workOut(SuiteEngine engine) {
    SuitePackets packets = new SuitePackets(engine.suite(), 5);
    PreparedKeys keys = engine.prepare(packets.key());
    CryptoBatch batch = new CryptoBatch(PACKETS, 600);
    for (int i = 0; i < PACKETS; i++) {
      ByteBuffer memory =
          i % 5 == 0 ? ByteBuffer.allocate(1_024) : ByteBuffer.allocateDirect(1_024);
      ActivePacket packet = packets.write(memory, i, i * 8);
      SuitePackets.add(batch, packet, keys);
    }
    engine.seal(batch);
    engine.verify(batch);
    for (int i = 0; i < PACKETS; i++) {
      if (!batch.isAuthentic(i)) {
        System.exit(4);
      }
    }
    if (engine.suite().encrypts()) {
      engine.open(batch);
    }
    keys.destroy();
  }
}
