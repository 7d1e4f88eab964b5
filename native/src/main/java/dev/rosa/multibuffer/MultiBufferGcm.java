package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketAead;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.keys.SessionKey;

/**
 * AES-256-GCM engine on intel-ipsec-mb that seals, opens or verifies a whole batch of packets
 * (PROTOCOL §3). Verifying decrypts: what is to be opened is opened on the way, everything else
 * into memory that is wiped before the call returns. Owned by one thread.
 */
final class MultiBufferGcm implements PacketAead {

  private final NativeEngine engine;
  private final BatchRun run;

  MultiBufferGcm(NativeEngine engine) {
    this.engine = engine;
    this.run = new BatchRun(engine, true);
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return engine.prepare(key.cipherKey());
  }

  @Override
  public void verify(CryptoBatch batch) {
    run.verify(batch);
  }

  @Override
  public void open(CryptoBatch batch) {
    run.open(batch);
  }

  @Override
  public void seal(CryptoBatch batch) {
    run.seal(batch);
  }
}
