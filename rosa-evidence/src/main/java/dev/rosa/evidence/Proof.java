package dev.rosa.evidence;

import java.util.Locale;

/**
 * Proof that the sender of what was found malicious has the address that it claims. Only proven
 * evidence bans a source.
 */
public enum Proof {
  /** No proof: anybody can send a datagram with this address. */
  NONE,

  /** An active packet of this source passed the check of its tag and of its sequence number. */
  SESSION,

  /** A TCP connection of this source was accepted; the address is the kernel's. */
  HANDSHAKE;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** Its word in records and configurations. */
  public String word() {
    return word;
  }

  /**
   * The proof with this word.
   *
   * @throws IllegalArgumentException in one line if there is none
   */
  public static Proof ofWord(String word) {
    for (Proof proof : values()) {
      if (proof.word.equals(word)) {
        return proof;
      }
    }
    throw new IllegalArgumentException("proof is none, session or handshake");
  }
}
