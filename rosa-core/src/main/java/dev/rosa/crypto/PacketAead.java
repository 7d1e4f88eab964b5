package dev.rosa.crypto;

/**
 * A cipher that authenticates as well: AES-GCM. Its {@link #seal} writes the tag, too. Owned by one
 * thread.
 */
public interface PacketAead extends PacketCipher {

  /** Says of every packet whether its tag is right, comparing in constant time. */
  void verify(CryptoBatch batch);
}
