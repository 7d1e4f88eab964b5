package dev.rosa.firewall.plane.policy;

import java.time.Duration;
import java.util.Map;

/** Settings of policies in tests: evidence of one kind is enough for a ban of ten minutes. */
final class UsualPolicy {

  private UsualPolicy() {}

  static PolicySettings settings(
      String kind,
      PolicySettings.Prefixes prefixes,
      PolicySettings.Bounds bounds,
      boolean sessionsBan,
      boolean observe) {
    return new PolicySettings(
        Map.of(kind, 30),
        10,
        Duration.ofMinutes(5),
        new PolicySettings.Thresholds(10, 20, 30),
        new PolicySettings.Times(
            Duration.ofMinutes(10),
            4,
            Duration.ofHours(1),
            Duration.ofDays(1),
            Duration.ofMinutes(1)),
        prefixes,
        bounds,
        sessionsBan,
        observe);
  }
}
