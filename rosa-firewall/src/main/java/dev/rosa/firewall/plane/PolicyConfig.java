package dev.rosa.firewall.plane;

import dev.rosa.config.BadValueException;
import dev.rosa.firewall.plane.policy.PolicySettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The element {@code <policy>}. Each attribute and element has a default.
 *
 * @param observe true: shows what it would do, and bans no source
 * @param sessions what evidence with the proof of a session can lead to: limit or ban
 * @param kinds weights of kinds of evidence
 * @param score how a score decays, and from which on something happens
 * @param times how long bans are
 * @param prefixes prefixes that stand for addresses
 * @param bounds most of each thing
 */
record PolicyConfig(
    Boolean observe,
    String sessions,
    Kinds kinds,
    Score score,
    Times times,
    PrefixLengths prefixes,
    Most bounds) {

  private static final String LIMIT = "limit";

  static final PolicyConfig DEFAULT = new PolicyConfig(null, null, null, null, null, null, null);

  PolicyConfig {
    observe = observe != null && observe;
    sessions = or(sessions, LIMIT);
    kinds = kinds == null ? new Kinds(null, null) : kinds;
    score = score == null ? new Score(null, null, null, null) : score;
    times = times == null ? new Times(null, null, null, null, null) : times;
    prefixes = prefixes == null ? new PrefixLengths(null, null, null, null) : prefixes;
    bounds = bounds == null ? new Most(null, null, null) : bounds;
  }

  PolicySettings settings() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    kinds.kind().forEach(kind -> weights.put(kind.name(), kind.weight()));
    return new PolicySettings(
        weights,
        kinds.other(),
        score.halfLife(),
        new PolicySettings.Thresholds(score.tolerated(), score.suspicious(), score.malicious()),
        new PolicySettings.Times(
            times.ban(),
            times.growth().doubleValue(),
            times.longest(),
            times.forget(),
            times.limit()),
        new PolicySettings.Prefixes(
            prefixes.ipv6(), prefixes.raiseAt(), prefixes.raiseIpv4(), prefixes.raiseIpv6()),
        new PolicySettings.Bounds(bounds.sources(), bounds.bans(), bounds.limits()),
        !sessions.equals(LIMIT),
        observe);
  }

  private static <T> T or(T value, T usual) {
    return value == null ? usual : value;
  }

  /** Weights; {@code other} is that of kinds without a line. */
  record Kinds(Integer other, List<Kind> kind) {
    Kinds {
      other = or(other, 10);
      kind = kind == null ? List.of() : List.copyOf(kind);
    }
  }

  /** Weight of a kind of evidence. */
  record Kind(String name, Integer weight) {}

  /** Half-life of a score, and thresholds. */
  record Score(Duration halfLife, Integer tolerated, Integer suspicious, Integer malicious) {
    Score {
      halfLife = or(halfLife, Duration.ofMinutes(5));
      tolerated = or(tolerated, 10);
      suspicious = or(suspicious, 15);
      malicious = or(malicious, 25);
      if (tolerated > suspicious || suspicious > malicious || malicious < 1) {
        throw new BadValueException(
            "malicious",
            "is %d with tolerated %d and suspicious %d, expected numbers that grow in this order"
                .formatted(malicious, tolerated, suspicious));
      }
    }
  }

  /** Lengths of bans. */
  record Times(Duration ban, BigDecimal growth, Duration longest, Duration forget, Duration limit) {
    Times {
      ban = or(ban, Duration.ofMinutes(10));
      growth = or(growth, BigDecimal.valueOf(4));
      longest = or(longest, Duration.ofDays(7));
      forget = or(forget, Duration.ofDays(1));
      limit = or(limit, Duration.ofMinutes(1));
      if (longest.compareTo(ban) < 0) {
        throw new BadValueException(
            "longest", "is shorter than the first ban, expected at least as much");
      }
    }
  }

  /** Prefixes that stand for addresses. */
  record PrefixLengths(Integer ipv6, Integer raiseAt, Integer raiseIpv4, Integer raiseIpv6) {
    PrefixLengths {
      ipv6 = or(ipv6, 64);
      raiseAt = or(raiseAt, 0);
      raiseIpv4 = or(raiseIpv4, 24);
      raiseIpv6 = or(raiseIpv6, 48);
      if (raiseAt > 0 && raiseIpv6 >= ipv6) {
        throw new BadValueException(
            "raise-ipv6", "is " + raiseIpv6 + ", expected less than ipv6, which is " + ipv6);
      }
    }
  }

  /** Most of each thing. */
  record Most(Integer sources, Integer bans, Integer limits) {
    Most {
      sources = or(sources, 65_536);
      bans = or(bans, 131_072);
      limits = or(limits, 0);
    }
  }
}
