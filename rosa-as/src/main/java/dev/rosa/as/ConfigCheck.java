package dev.rosa.as;

import dev.rosa.as.AuthorizationServerConfig.CodeEntry;
import dev.rosa.as.AuthorizationServerConfig.Domain;
import dev.rosa.as.AuthorizationServerConfig.Refresh;
import dev.rosa.as.AuthorizationServerConfig.RuleEntry;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RulePrefix;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Durations;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Checks of {@code as.xml} that a schema cannot make: keys that must go with each other. Reports at
 * the key's place. One thread's.
 */
final class ConfigCheck {
  private static final Duration LEAST_EPOCH = Duration.ofSeconds(1);
  private static final Duration MOST_WAIT = Duration.ofMinutes(5);
  private static final Duration LEAST_LEASE = Duration.ofSeconds(3);
  private static final Duration MOST_LEASE = Duration.ofHours(1);

  private static final Duration LEAST_VALID = Duration.ofSeconds(3);
  private static final Duration MOST_VALID = Duration.ofDays(1);

  private final ConfigFile<AuthorizationServerConfig> file;
  private final AuthorizationServerConfig config;

  ConfigCheck(ConfigFile<AuthorizationServerConfig> file) {
    this.file = file;
    this.config = file.value();
  }

  /** Checks everything. */
  void run() {
    checkSuites(file.at("domain"));
    checkRefresh(file.at("refresh"));
    checkState(file.at("state"));
    List<CodeEntry> codes = config.codes().code();
    for (int i = 0; i < codes.size(); i++) {
      checkCode(file.at("codes").at("code", i), codes.get(i));
    }
    List<RuleEntry> rules = config.rules().rule();
    for (int i = 0; i < rules.size(); i++) {
      checkRule(file.at("rules").at("rule", i), rules.get(i));
    }
  }

  private void checkSuites(ConfigPlace place) {
    Domain domain = config.domain();
    if (place.gives("suites") && domain.suites() == null) {
      // The intended suites are not known.
      return;
    }
    DomainPolicy policy = config.policy(0);
    if (!policy.suites().contains(policy.defaultSuite())) {
      place
          .at("default-suite")
          .error(
              "is '%s', expected one of its suites: %s"
                  .formatted(domain.defaultSuite(), policy.suiteNames()));
    }
    if (policy.suites().stream().noneMatch(Suite::allowedByDefault)) {
      place
          .at("suites")
          .warn(
              "has only suites with MD5 or SHA1, which are there for comparison, expected one of"
                  + " those allowed by default as well");
    }
  }

  private void checkRefresh(ConfigPlace place) {
    Refresh refresh = config.refresh();
    if (!refresh.every().isZero() && refresh.every().compareTo(LEAST_EPOCH) < 0) {
      place
          .at("every")
          .error(
              "is %s, expected at least 1s, or 0s for none"
                  .formatted(Durations.format(refresh.every())));
    }
    if (refresh.routersWait().compareTo(MOST_WAIT) > 0) {
      place
          .at("routers-wait")
          .error("is %s, expected at most 5m".formatted(Durations.format(refresh.routersWait())));
    }
    if (refresh.lease().compareTo(LEAST_LEASE) < 0 || refresh.lease().compareTo(MOST_LEASE) > 0) {
      place
          .at("lease")
          .error("is %s, expected 3s to 1h".formatted(Durations.format(refresh.lease())));
    }
  }

  private void checkState(ConfigPlace place) {
    Duration valid = config.state().valid();
    if (valid.compareTo(LEAST_VALID) < 0 || valid.compareTo(MOST_VALID) > 0) {
      place.at("valid").error("is %s, expected 3s to 1d".formatted(Durations.format(valid)));
    }
  }

  private static void checkCode(ConfigPlace place, CodeEntry code) {
    if (place.gives("digest") == place.gives("bundle")) {
      place.error(
          "%sneeds either digest or bundle, expected one of the two"
              .formatted(code.name() == null ? "" : "'" + code.name() + "' "));
    }
  }

  private void checkRule(ConfigPlace place, RuleEntry rule) {
    checkName(place.at("user"), rule.user(), config.users().names(), "<users>");
    checkName(place.at("code"), rule.code(), config.codes().names(), "<codes>");
    checkPrefix(place.at("from"), rule.from());
    checkPrefix(place.at("to"), rule.to());
    if (rule.maxWindow() == null) {
      return;
    }
    ConfigPlace window = place.at("max-window");
    if (rule.maxWindow().toSeconds() == 0) {
      window.error("is %s, expected at least 1s".formatted(Durations.format(rule.maxWindow())));
    }
    if (rule.maxWindow().compareTo(config.domain().maxWindow()) > 0) {
      window.warn(
          "is %s, expected at most the max-window of <domain>, %s, which holds for all rules"
              .formatted(
                  Durations.format(rule.maxWindow()),
                  Durations.format(config.domain().maxWindow())));
    }
  }

  /** A declaration with a wrong name may be the one that is meant. */
  private static void checkName(
      ConfigPlace place, String name, Set<String> declared, String where) {
    boolean isKnown = Rule.ANY.equals(name) || declared.contains(name) || declared.contains(null);
    if (name != null && !isKnown) {
      place.error("is '%s', expected one declared in %s or *".formatted(name, where));
    }
  }

  private static void checkPrefix(ConfigPlace place, String prefix) {
    try {
      if (prefix != null) {
        String unused = RulePrefix.check(prefix);
      }
    } catch (IllegalArgumentException e) {
      place.error("is " + e.getMessage());
    }
  }
}
