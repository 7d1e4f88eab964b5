package dev.rosa.crypto;

/**
 * Engine of a cipher that also authenticates packets (AEAD), which is AES-GCM. Its {@link #seal}
 * writes the tag, too. Owned by one thread.
 */
public interface PacketAead extends PacketCipher {

  /**
   * Says of every packet whether its tag is right, comparing in constant time. May open authentic
   * packets that are {@linkplain CryptoBatch#isToOpen to be opened} on the way, and then says so by
   * {@link CryptoBatch#setOpened}.
   */
  void verify(CryptoBatch batch);
}
