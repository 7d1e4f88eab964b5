package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketMac;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.keys.SessionKey;

/**
 * The HMACs, and GMAC, for whole batches (PROTOCOL §3): packets of different sessions and lengths
 * side by side in the CPU's lanes. Owned by one thread.
 */
final class MultiBufferMac implements PacketMac {

  private final NativeEngine engine;
  private final BatchRun run;

  MultiBufferMac(NativeEngine engine) {
    this.engine = engine;
    this.run = new BatchRun(engine, false);
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    boolean gmac = engine.algorithm() == Algorithm.AES256_GMAC;
    return engine.prepare(gmac ? key.cipherKey() : key.macKey());
  }

  @Override
  public void tag(CryptoBatch batch) {
    run.tag(batch);
  }

  @Override
  public void verify(CryptoBatch batch) {
    run.verify(batch);
  }
}
