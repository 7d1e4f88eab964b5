package dev.rosa.firewall.plane.policy;

import dev.rosa.evidence.Proof;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of the policy. Immutable.
 *
 * @param weights weight of each kind of evidence
 * @param otherWeight weight of all other kinds
 * @param halfLife time after which a score is half as large
 * @param thresholds scores from which on something happens
 * @param times lengths of bans
 * @param prefixes prefixes that stand for addresses
 * @param bounds most of each thing
 * @param sessionsBan true: evidence with the proof of a session bans; false: it limits
 * @param observe true: decides and shows, but bans no source
 */
public record PolicySettings(
    Map<String, Integer> weights,
    int otherWeight,
    Duration halfLife,
    Thresholds thresholds,
    Times times,
    Prefixes prefixes,
    Bounds bounds,
    boolean sessionsBan,
    boolean observe) {

  public PolicySettings {
    weights = Map.copyOf(weights);
  }

  /** True if evidence with this proof can ban a source. */
  boolean canBan(Proof proof) {
    return proof == Proof.HANDSHAKE || (proof == Proof.SESSION && sessionsBan);
  }

  int weight(String kind) {
    return weights.getOrDefault(kind, otherWeight);
  }

  /**
   * Scores from which on something happens.
   *
   * @param tolerated most that is tolerated
   * @param suspicious score of a suspicious source
   * @param malicious score of a source that is banned
   */
  public record Thresholds(double tolerated, double suspicious, double malicious) {
    public Thresholds {
      require(
          tolerated >= 0 && tolerated <= suspicious && suspicious <= malicious && malicious > 0,
          "tolerated, suspicious and malicious grow in this order");
    }
  }

  /**
   * Lengths of bans.
   *
   * @param ban the first one
   * @param growth factor for each further offence
   * @param longest the longest
   * @param forget time after which an offence is forgotten; it begins when the ban ends
   * @param limit time for which the rate of an unproven source is limited
   */
  public record Times(
      Duration ban, double growth, Duration longest, Duration forget, Duration limit) {
    public Times {
      require(growth >= 1, "growth is at least 1");
      require(longest.compareTo(ban) >= 0, "the longest ban is no shorter than the first one");
    }
  }

  /**
   * Prefixes that stand for addresses.
   *
   * @param ipv6 length of the prefix that an IPv6 address counts for
   * @param raiseAt banned sources of one prefix from which on the prefix is banned; 0: never
   * @param raiseIpv4 length of that prefix, IPv4
   * @param raiseIpv6 length of that prefix, IPv6
   */
  public record Prefixes(int ipv6, int raiseAt, int raiseIpv4, int raiseIpv6) {
    public Prefixes {
      require(raiseIpv6 < ipv6 || raiseAt == 0, "the raised IPv6 prefix is shorter than the other");
    }
  }

  /**
   * Most of each thing that is remembered.
   *
   * @param sources scores of proven sources; as many of unproven ones, apart from those
   * @param bans bans in force
   * @param limits unproven sources whose rate is limited
   */
  public record Bounds(int sources, int bans, int limits) {}

  private static void require(boolean condition, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(expected);
    }
  }
}
