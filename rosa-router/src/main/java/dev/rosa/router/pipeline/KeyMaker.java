package dev.rosa.router.pipeline;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;

/**
 * Derivation of a session's keys from a packet and its code's secret, prepared for the suite's
 * engine (PROTOCOL §5 step 6). One worker's.
 */
final class KeyMaker {

  private final SuiteLanes lanes;
  private final KeyDerivation derivation = new KeyDerivation();
  private final byte[] context = new byte[KdfContext.BYTES];

  KeyMaker(SuiteLanes lanes) {
    this.lanes = lanes;
  }

  /**
   * The keys of a packet's session; the caller must destroy them.
   *
   * @param secret Kci of its code and epoch
   */
  PreparedKeys make(PacketJob job, CodeSecret secret) {
    KdfContext.encode(job.packet, job.code.digest(), context);
    SessionKey key = derivation.derive(job.packet.suite(), context, secret);
    try {
      return lanes.of(job.packet.suite()).engine.prepare(key);
    } finally {
      key.destroy();
    }
  }

  /** Releases the secret that was used last. */
  void forget() {
    derivation.forget();
  }
}
