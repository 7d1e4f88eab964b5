package dev.rosa.multibuffer;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PacketCipher;
import dev.rosa.crypto.PreparedKey;
import dev.rosa.keys.SessionKey;

/**
 * AES-128-CTR engine on intel-ipsec-mb that encrypts or decrypts a whole batch of packets (PROTOCOL
 * §3). Owned by one thread.
 */
final class MultiBufferCtr implements PacketCipher {

  private final NativeEngine engine;
  private final BatchRun run;

  MultiBufferCtr(NativeEngine engine) {
    this.engine = engine;
    this.run = new BatchRun(engine, true);
  }

  @Override
  public PreparedKey prepare(SessionKey key) {
    return engine.prepare(key.cipherKey());
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
