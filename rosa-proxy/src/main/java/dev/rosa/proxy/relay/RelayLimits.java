package dev.rosa.proxy.relay;

/**
 * Limits of a relay.
 *
 * @param sessions in all; each has a thread
 * @param perClient sessions of one address, or of one IPv6 network of 64 bits
 * @param connectMillis time for the connection to the server
 * @param writeMillis time for a peer to take a line
 * @param idleMillis time without a line of either side
 */
public record RelayLimits(
    int sessions, int perClient, int connectMillis, int writeMillis, int idleMillis) {

  /** For a proxy of some hundred users. */
  public static final RelayLimits USUAL = new RelayLimits(256, 16, 10_000, 30_000, 3_600_000);
}
