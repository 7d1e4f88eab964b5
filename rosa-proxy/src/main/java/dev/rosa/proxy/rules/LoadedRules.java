package dev.rosa.proxy.rules;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Problems;
import dev.rosa.proxy.url.UrlLists;
import dev.rosa.proxy.url.UrlTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A configuration with its rules compiled and its lists read.
 *
 * @param config as it was read
 * @param users names, in the order of the indexes that rules know them by
 * @param rules in their order
 * @param urls table of the lists
 */
public record LoadedRules(ProxyConfig config, List<String> users, RuleSet rules, UrlTable urls) {

  /** Most pairs of rules that are compared; with more of them shadowed rules are not looked for. */
  private static final long MOST_PAIRS = 100_000_000;

  /** Most shadowed rules that are named. */
  private static final int MOST_NAMED = 20;

  /**
   * Reads a file and all that it names, and reports every mistake; shadowed rules are warnings.
   *
   * @param seed random, for the hashes of the lists
   * @return empty if no part of the file can be used
   */
  public static Optional<LoadedRules> read(Path file, Problems problems, long seed) {
    return ProxyConfig.read(file, problems).map(read -> compile(read, seed));
  }

  private static LoadedRules compile(ConfigFile<ProxyConfig> file, long seed) {
    ProxyConfig config = file.value();
    Terms terms = new Terms(config);
    ConfigPlace place = file.at("rules");
    List<Rule> rules = new ArrayList<>();
    for (RuleConfig rule : config.rules().rule()) {
      ConfigPlace at = place.at("rule", rules.size());
      rules.add(RuleCompiler.compile(rules.size() + 1, rule, config.rules().log(), terms, at));
    }
    warnOfShadows(rules, place);
    RuleSet set =
        new RuleSet(
            rules,
            Action.ofLabel(config.rules().byDefault()),
            LogMode.ofLabel(config.rules().log()));
    return new LoadedRules(config, config.users().names(), set, lists(file, seed));
  }

  private static UrlTable lists(ConfigFile<ProxyConfig> file, long seed) {
    UrlLists lists = new UrlLists(seed);
    file.at("lists").check(() -> lists.load(file.value().lists().files()));
    return lists.table();
  }

  private static void warnOfShadows(List<Rule> rules, ConfigPlace place) {
    if ((long) rules.size() * rules.size() / 2 > MOST_PAIRS) {
      place.warn("has too many rules to look for shadowed ones");
      return;
    }
    Set<Rule> named = new HashSet<>();
    for (int later = 1; later < rules.size() && named.size() < MOST_NAMED; later++) {
      for (int i = 0; i < later; i++) {
        Rule earlier = rules.get(i);
        if (earlier.shadows(rules.get(later)) && named.add(rules.get(later))) {
          place
              .at("rule", later)
              .warn(
                  "never decides: %s in %s does before".formatted(earlier.name(), earlier.where()));
        }
      }
    }
  }
}
