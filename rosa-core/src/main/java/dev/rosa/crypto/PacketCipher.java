package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;

/**
 * An engine that encrypts payloads of one suite (PROTOCOL §3). The seam for other engines. Owned by
 * one thread.
 */
public interface PacketCipher {

  /** The key in the form this engine works with. */
  PreparedKey prepare(SessionKey key);

  /**
   * Decrypts the payloads that are {@linkplain CryptoBatch#isToOpen to be opened} into {@link
   * CryptoBatch#plaintext}; the packets stay as they are. To be called after the packets were found
   * authentic only.
   */
  void open(CryptoBatch batch);

  /** Encrypts every payload in place, under the nonce that stands in the packet. */
  void seal(CryptoBatch batch);
}
