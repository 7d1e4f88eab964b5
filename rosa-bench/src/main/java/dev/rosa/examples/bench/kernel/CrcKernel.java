package dev.rosa.examples.bench.kernel;

/** CRC-32 by a table. */
public final class CrcKernel extends PayloadKernel {

  private static final int POLYNOMIAL = 0xedb88320;

  private final int[] table = new int[256];

  /** Fills the table. */
  public CrcKernel() {
    for (int i = 0; i < table.length; i++) {
      int entry = i;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        entry = (entry & 1) != 0 ? POLYNOMIAL ^ (entry >>> 1) : entry >>> 1;
      }
      table[i] = entry;
    }
  }

  @Override
  int result(byte[] payload, int length) {
    int crc = -1;
    for (int i = 0; i < length; i++) {
      crc = table[(crc ^ payload[i]) & 0xff] ^ (crc >>> Byte.SIZE);
    }
    return ~crc;
  }
}
