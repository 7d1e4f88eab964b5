package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;

/**
 * An engine that authenticates packets of one suite without encrypting them: the HMACs, and GMAC
 * (PROTOCOL §3). The seam for other engines. Owned by one thread.
 */
public interface PacketMac {

  /** The key in the form this engine works with. */
  PreparedKey prepare(SessionKey key);

  /** Writes the tag of every packet in the batch. */
  void tag(CryptoBatch batch);

  /** Says of every packet whether its tag is right, comparing in constant time. */
  void verify(CryptoBatch batch);
}
