package dev.rosa.crypto;

/**
 * Session key as the engines of one suite have prepared it ({@link SuiteEngine}): one part for the
 * MAC, one for the cipher. Owned by the thread that owns the engine.
 *
 * @param mac for the {@link PacketMac}; null where a {@link PacketAead} does both
 * @param cipher for the {@link PacketCipher}; null where the suite does not encrypt
 */
public record PreparedKeys(PreparedKey mac, PreparedKey cipher) {

  /** About how much memory both parts take. */
  public int footprintBytes() {
    return (mac == null ? 0 : mac.footprintBytes())
        + (cipher == null ? 0 : cipher.footprintBytes());
  }

  /** Wipes both parts; they must not be used afterwards. */
  public void destroy() {
    if (mac != null) {
      mac.destroy();
    }
    if (cipher != null) {
      cipher.destroy();
    }
  }
}
