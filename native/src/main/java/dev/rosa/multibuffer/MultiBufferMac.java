package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketMac;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.keys.SessionKey;

/**
 * HMAC or GMAC engine on intel-ipsec-mb that tags or verifies a whole batch of packets (PROTOCOL
 * §3). Packets of different sessions and lengths are computed side by side in the CPU's lanes.
 * Owned by one thread.
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
