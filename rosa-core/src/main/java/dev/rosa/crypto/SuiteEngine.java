package dev.rosa.crypto;

import dev.rosa.keys.SessionKey;
import dev.rosa.wire.active.Suite;

/**
 * Crypto engine of one suite that verifies, opens and seals packets, many in one call. Made of the
 * engines that serve the suite: a MAC alone, a MAC and a cipher (encrypt, then MAC), or an AEAD.
 * Owned by one thread; all packets of a batch are of this suite.
 */
public final class SuiteEngine {

  private final Suite suite;
  private final PacketMac mac;
  private final PacketCipher cipher;
  private final PacketAead aead;

  private SuiteEngine(Suite suite, PacketMac mac, PacketCipher cipher, PacketAead aead) {
    this.suite = suite;
    this.mac = mac;
    this.cipher = cipher;
    this.aead = aead;
  }

  /** An engine for a suite that does not encrypt. */
  public static SuiteEngine of(Suite suite, PacketMac mac) {
    return new SuiteEngine(suite, mac, null, null);
  }

  /** An engine for a suite that encrypts, then MACs. */
  public static SuiteEngine of(Suite suite, PacketMac mac, PacketCipher cipher) {
    return new SuiteEngine(suite, mac, cipher, null);
  }

  /** An engine for a suite that does both at once. */
  public static SuiteEngine of(Suite suite, PacketAead aead) {
    return new SuiteEngine(suite, null, aead, aead);
  }

  /** The suite it serves. */
  public Suite suite() {
    return suite;
  }

  /** A session key, ready for this engine. */
  public PreparedKeys prepare(SessionKey key) {
    return new PreparedKeys(
        mac == null ? null : mac.prepare(key), cipher == null ? null : cipher.prepare(key));
  }

  /** Says of every packet whether its tag is right; the packets stay as they are. */
  public void verify(CryptoBatch batch) {
    if (aead != null) {
      aead.verify(batch);
    } else {
      mac.verify(batch);
    }
  }

  /**
   * Decrypts the payloads that are {@linkplain CryptoBatch#isToOpen to be opened} into the batch's
   * plaintext; to be called after {@link #verify}, and after {@link CryptoBatch#leaveClosed} for
   * every packet that was not authentic or has fallen out since.
   *
   * @throws IllegalStateException if the suite does not encrypt
   */
  public void open(CryptoBatch batch) {
    if (cipher == null) {
      throw new IllegalStateException(suite + " does not encrypt: its payload is the plaintext");
    }
    cipher.open(batch);
  }

  /**
   * Seals packets whose headers are complete, nonce included, and whose payload stands in its place
   * in plaintext: encrypts it there if the suite does, and writes the tag.
   */
  public void seal(CryptoBatch batch) {
    if (cipher != null) {
      cipher.seal(batch);
    }
    if (mac != null) {
      mac.tag(batch);
    }
  }
}
