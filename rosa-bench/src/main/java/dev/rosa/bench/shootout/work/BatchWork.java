package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measured work of a packet engine in batches, as a router does it. A batch is filled, then the
 * tags are checked, then payloads are opened where the suite encrypts. For AES-CTR the payloads are
 * opened only. Owned by one thread.
 */
final class BatchWork implements PacketWork {

  private final Operation operation;
  private final SuiteEngine engine;
  private final BatchPackets packets;
  private final PreparedKeys keys;
  private final CryptoBatch batch;
  private final int size;
  private int next;

  /**
   * A batch.
   *
   * @param bytes that are authenticated, header and payload; with AES-CTR the payload alone
   * @param size packets in the batch, a divisor of {@link #PACKETS}
   */
  BatchWork(String provider, SuiteEngine engine, Operation operation, int bytes, int size)
      throws WrongAnswerException {
    int payloadBytes = operation == Operation.AES_CTR ? bytes : bytes - RosaHeader.BYTES;
    Suite suite = engine.suite();
    this.operation = operation;
    this.engine = engine;
    this.size = size;
    packets = new BatchPackets(suite, payloadBytes);
    keys = engine.prepare(packets.key());
    batch = new CryptoBatch(size, suite.encrypts() ? payloadBytes : 0);
    fill();
    engine.verify(batch);
    for (int i = 0; i < size; i++) {
      if (!batch.isAuthentic(i)) {
        throw new WrongAnswerException(provider, operation);
      }
    }
  }

  @Override
  public void run(Blackhole hole) {
    fill();
    if (operation != Operation.AES_CTR) {
      engine.verify(batch);
    }
    if (engine.suite().encrypts()) {
      engine.open(batch);
    }
    hole.consume(batch.isAuthentic(size - 1));
    hole.consume(batch.plaintext());
  }

  private void fill() {
    batch.clear();
    boolean toOpen = engine.suite().encrypts();
    for (int i = 0; i < size; i++) {
      if (toOpen) {
        batch.addToOpen(packets.packet(next + i), keys);
      } else {
        batch.add(packets.packet(next + i), keys);
      }
    }
    next = (next + size) % PACKETS;
  }
}
