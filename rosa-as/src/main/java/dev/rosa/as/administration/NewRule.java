package dev.rosa.as.administration;

import dev.rosa.as.policy.Names;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RulePrefix;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.Durations;
import dev.rosa.role.AdministrationException;
import dev.rosa.wire.active.Grant;
import java.time.Duration;
import java.util.List;

/** Rule that an administrator adds; its arguments have the names and defaults of the command. */
final class NewRule {
  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;
  private static final int MAX_FUEL = 0xFFFF;

  private final Rule rule;

  NewRule(Arguments arguments) {
    rule =
        new Rule(
            0,
            nameOrAny(arguments, "user"),
            nameOrAny(arguments, "code"),
            RulePrefix.check(arguments.text("from", Rule.ANY)),
            RulePrefix.check(arguments.text("to", Rule.ANY)),
            window(arguments.text("max-window", "10m")),
            grant(arguments),
            quota(arguments),
            Origin.ADMIN);
  }

  private static String nameOrAny(Arguments arguments, String name) {
    String value = arguments.text(name);
    if (!value.equals(Rule.ANY) && !Names.isName(value)) {
      throw new IllegalArgumentException(
          "the argument '" + name + "' is no name, expected a name or *");
    }
    return value;
  }

  private static Duration window(String text) {
    Duration window = Durations.parse(text);
    if (window.toSeconds() < 1) {
      throw new IllegalArgumentException("max-window is below 1s, expected at least 1s");
    }
    return window;
  }

  private static Grant grant(Arguments arguments) {
    return new Grant(
        (int) arguments.number("packets-per-second", 0, MAX_UNSIGNED_INT, 0),
        (int) arguments.number("fuel-thousands", 0, MAX_FUEL, 0),
        Grant.parsePermissions(arguments.text("permissions", "")));
  }

  private static RuleQuota quota(Arguments arguments) {
    return new RuleQuota(
        limit(arguments, "max-sessions"),
        limit(arguments, "max-sessions-per-user"),
        limit(arguments, "max-requests-per-minute"));
  }

  private static int limit(Arguments arguments, String name) {
    return (int) arguments.number(name, 0, Integer.MAX_VALUE, 0);
  }

  Acts.Ready on(AuthorizationRecords records) {
    return () -> {
      requireKnown(rule.user(), "user", records.users().find(rule.user()).isPresent());
      requireKnown(rule.code(), "code", records.codes().find(rule.code()).isPresent());
      return List.of("rule " + records.rules().add(rule) + " added");
    };
  }

  /** A rule that names an unknown user or code would allow nothing. */
  private static void requireKnown(String name, String kind, boolean known)
      throws AdministrationException {
    if (!known && !name.equals(Rule.ANY)) {
      throw new AdministrationException(
          "%s '%s' is not known, expected a known %s or *".formatted(kind, name, kind));
    }
  }
}
