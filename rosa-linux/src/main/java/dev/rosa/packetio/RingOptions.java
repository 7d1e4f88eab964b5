package dev.rosa.packetio;

/**
 * Settings of a worker's packet ring, and of the link that its packets return to. Immutable as long
 * as the array of the address is not written to.
 *
 * @param interfaceName the assistant's end of the assistant link
 * @param returnTo MAC address of the kernel's end, {@code byte[6]}
 * @param ringBytes for each worker, at least two blocks of 256 KiB; rounded down to whole blocks
 * @param fanoutSeed seed that spreads sessions over the workers; the same for all of them, and
 *     unknown to senders
 * @param format of the packets
 */
@SuppressWarnings("ArrayRecordComponent") // Six bytes that go into headers; never compared.
public record RingOptions(
    String interfaceName, byte[] returnTo, int ringBytes, long fanoutSeed, RingFormat format) {

  /** Default size of a ring. */
  public static final int DEFAULT_RING_BYTES = 16 << 20;

  static final int BLOCK_BYTES = 256 << 10;
  static final int MIN_BLOCKS = 2;
  private static final int MAC_BYTES = 6;

  /** Refuses a ring that is too small, and what is no MAC address. */
  public RingOptions {
    if (returnTo.length != MAC_BYTES) {
      throw new IllegalArgumentException("no MAC address: " + returnTo.length + " bytes");
    }
    if (ringBytes < MIN_BLOCKS * BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a ring of %d bytes: at least %d are needed"
              .formatted(ringBytes, MIN_BLOCKS * BLOCK_BYTES));
    }
  }

  int blocks() {
    return ringBytes / BLOCK_BYTES;
  }
}
