package dev.rosa.proxy.rules;

import dev.rosa.config.ConfigPlace;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Hosts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Search for rules that never decide, because an earlier one matches all that they match. A rule
 * with hosts is compared only with rules without hosts, and with those that name one of its hosts'
 * parents. Owned by one thread.
 */
final class ShadowSearch {

  /** Most shadowed rules that are named. */
  private static final int MOST_NAMED = 20;

  private final List<Rule> rules;
  private final List<ConfigPlace> places;
  private final List<Rule> general = new ArrayList<>();
  private final Map<String, List<Rule>> byHost = new HashMap<>();

  ShadowSearch(List<Rule> rules, List<ConfigPlace> places) {
    this.rules = rules;
    this.places = places;
  }

  /** Warns of each one at its place. */
  void warn() {
    int named = 0;
    for (int i = 0; i < rules.size() && named < MOST_NAMED; i++) {
      Rule rule = rules.get(i);
      Optional<Rule> shadow = shadow(rule);
      if (shadow.isPresent()) {
        named++;
        places
            .get(i)
            .warn(
                "never decides: %s in %s does before"
                    .formatted(shadow.get().name(), shadow.get().where()));
      }
      add(rule);
    }
  }

  private Optional<Rule> shadow(Rule rule) {
    List<Rule> candidates = new ArrayList<>(general);
    if (rule.criterion(CriterionKind.HOSTS) instanceof Hosts hosts && !hosts.names().isEmpty()) {
      String host = hosts.names().get(0);
      for (int dot = 0; dot >= 0; dot = host.indexOf('.', dot + 1)) {
        candidates.addAll(byHost.getOrDefault(host.substring(dot == 0 ? 0 : dot + 1), List.of()));
      }
    }
    return candidates.stream().filter(earlier -> earlier.shadows(rule)).findFirst();
  }

  private void add(Rule rule) {
    if (rule.criterion(CriterionKind.HOSTS) instanceof Hosts hosts) {
      hosts
          .names()
          .forEach(host -> byHost.computeIfAbsent(host, unused -> new ArrayList<>()).add(rule));
    } else {
      general.add(rule);
    }
  }
}
