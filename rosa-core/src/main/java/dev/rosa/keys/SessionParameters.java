package dev.rosa.keys;

import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;

/**
 * Inputs of a session's key, apart from the code's secret Kci (PROTOCOL §2). A change of any input
 * gives another key. The 32-bit numbers are unsigned.
 *
 * @param domain the security domain
 * @param epoch epoch of the Kci
 * @param sst service start time, Unix seconds
 * @param set service end time, Unix seconds
 * @param session never 0
 * @param source IPs, of the same family as
 * @param destination IPd
 */
public record SessionParameters(
    Suite suite,
    int domain,
    int epoch,
    int sst,
    int set,
    long session,
    UserId user,
    CodeDigest code,
    Grant grant,
    InetAddress source,
    InetAddress destination) {

  /**
   * Checks the address family.
   *
   * @throws IllegalArgumentException if source and destination are of two families
   */
  public SessionParameters {
    if (source.getClass() != destination.getClass()) {
      throw new IllegalArgumentException(
          "source and destination are of two address families: "
              + source.getHostAddress()
              + ", "
              + destination.getHostAddress());
    }
  }
}
