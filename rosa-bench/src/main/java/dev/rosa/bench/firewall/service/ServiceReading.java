package dev.rosa.bench.firewall.service;

/**
 * Result of one run of a scenario.
 *
 * @param seconds that requests were sent for
 * @param cpuSeconds of the service's process in that time
 * @param honest requests of honest clients
 * @param bad requests of attackers
 */
public record ServiceReading(double seconds, double cpuSeconds, Requests honest, Requests bad) {

  /**
   * Fates of requests.
   *
   * @param begun how many were sent
   * @param served answered with status 200
   * @param refused answered with another status
   * @param lost not answered
   */
  public record Requests(long begun, long served, long refused, long lost) {

    private static final int WORDS = 4;

    /**
     * Reads a line of {@code firewall_requests}.
     *
     * @throws IllegalArgumentException if it is another one
     */
    static Requests parse(String line) {
      String[] words = line.strip().split(" ");
      if (words.length != WORDS) {
        throw new IllegalArgumentException("firewall_requests said: " + line);
      }
      return new Requests(
          Long.parseLong(words[0]),
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]));
    }
  }

  /** Share of a core that the service used. */
  public double cpuShare() {
    return cpuSeconds / seconds;
  }
}
