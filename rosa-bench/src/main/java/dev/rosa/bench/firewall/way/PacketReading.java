package dev.rosa.bench.firewall.way;

/**
 * Result of one run of packets.
 *
 * @param nanos CPU time of a packet: sending, the firewall, and receiving it if it passed
 * @param sent packets
 * @param received of them, by the program in C
 * @param droppedByProgram of these
 * @param covered share of the wall's time that the sending thread ran, or waited for its core
 */
public record PacketReading(
    double nanos, long sent, long received, long droppedByProgram, double covered) {

  /** Below this share, the kernel counts its own work as no process's. */
  private static final double COVERED = 0.75;

  private static final int WORDS = 5;

  /**
   * Reads the program's line.
   *
   * @throws IllegalArgumentException if it is another one
   */
  static PacketReading parse(String line) {
    String[] words = line.strip().split(" ");
    if (words.length != WORDS) {
      throw new IllegalArgumentException("firewall_packets said: " + line);
    }
    return new PacketReading(
        Double.parseDouble(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Double.parseDouble(words[4]));
  }

  /** True if its CPU time lacks the kernel's part. */
  public boolean isWithoutKernel() {
    return covered < COVERED;
  }
}
