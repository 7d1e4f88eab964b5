package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import java.lang.ref.Reference;

/**
 * Driver of a native engine over batches of any size, one call for up to 1,024 packets. All packets
 * are checked before the first is worked on. Owned by the engine's thread.
 */
final class BatchRun {

  private final NativeEngine engine;
  private final PacketBlock block;

  /**
   * @param cipherKeys whether keys are the batch's cipher keys, else its MAC keys
   */
  BatchRun(NativeEngine engine, boolean cipherKeys) {
    this.engine = engine;
    this.block = new PacketBlock(engine, cipherKeys);
  }

  void verify(CryptoBatch batch) {
    run(batch, Operation.VERIFY);
  }

  void tag(CryptoBatch batch) {
    run(batch, Operation.TAG);
  }

  void open(CryptoBatch batch) {
    run(batch, Operation.OPEN);
  }

  void seal(CryptoBatch batch) {
    run(batch, Operation.SEAL);
  }

  private void run(CryptoBatch batch, Operation operation) {
    engine.take();
    try {
      int next = block.fill(batch, 0, operation);
      block.checkRest(batch, next, operation);
      work(batch, operation);
      while (next < batch.size()) {
        next = block.fill(batch, next, operation);
        work(batch, operation);
      }
    } finally {
      block.forget();
      engine.giveBack();
      // C has worked on its memory until here.
      Reference.reachabilityFence(batch);
    }
  }

  private void work(CryptoBatch batch, Operation operation) {
    if (block.count() == 0) {
      return;
    }
    engine.run(operation, block.count());
    block.writeBack(batch, operation);
    switch (operation) {
      case VERIFY -> readVerdicts(batch);
      case OPEN -> readOpened(batch);
      case TAG, SEAL -> {}
    }
  }

  private void readVerdicts(CryptoBatch batch) {
    boolean opens = engine.algorithm() == Algorithm.AES256_GCM;
    for (int i = 0; i < block.count(); i++) {
      int index = block.index(i);
      boolean authentic = block.isAuthentic(i);
      batch.setAuthentic(index, authentic);
      if (opens && authentic && batch.isToOpen(index)) {
        batch.setOpened(index);
      }
    }
  }

  private void readOpened(CryptoBatch batch) {
    boolean checks = engine.algorithm().authenticates();
    for (int i = 0; i < block.count(); i++) {
      if (checks && !block.isAuthentic(i)) {
        throw new IllegalStateException("a packet that was not verified was to be opened");
      }
      batch.setOpened(block.index(i));
    }
  }
}
