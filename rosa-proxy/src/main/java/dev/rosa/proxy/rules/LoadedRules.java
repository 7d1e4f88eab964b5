package dev.rosa.proxy.rules;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Problems;
import dev.rosa.proxy.url.UrlLists;
import dev.rosa.proxy.url.UrlTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A configuration with its rules compiled and its lists read.
 *
 * @param config as it was read
 * @param users numbers that rules know them by
 * @param rules in their order
 * @param urls table of the lists
 */
public record LoadedRules(ProxyConfig config, UserNumbers users, RuleSet rules, UrlTable urls) {

  /**
   * Reads the first file of a process.
   *
   * @param seed random, for the hashes of the lists
   * @return empty if no part of the file can be used
   */
  public static Optional<LoadedRules> read(Path file, Problems problems, long seed) {
    return read(file, problems, seed, UserNumbers.NONE);
  }

  /**
   * Reads a file and all that it names, and reports every mistake; shadowed rules are warnings.
   *
   * @param seed random, for the hashes of the lists
   * @param before numbers of the users in force, which they keep
   * @return empty if no part of the file can be used
   */
  public static Optional<LoadedRules> read(
      Path file, Problems problems, long seed, UserNumbers before) {
    return ProxyConfig.read(file, problems).map(read -> of(read, seed, before));
  }

  /** The same of a file that was read; reports to its problems. */
  public static LoadedRules of(ConfigFile<ProxyConfig> file, long seed) {
    return of(file, seed, UserNumbers.NONE);
  }

  private static LoadedRules of(ConfigFile<ProxyConfig> file, long seed, UserNumbers before) {
    ProxyConfig config = file.value();
    UserNumbers users = before.with(config.userNames());
    Terms terms = new Terms(config, users);
    List<ConfigPlace> places = file.at("rules").each("rule");
    List<Rule> rules = new ArrayList<>();
    for (RuleConfig rule : config.rules().rule()) {
      ConfigPlace at = places.get(rules.size());
      rules.add(RuleCompiler.compile(rules.size() + 1, rule, config.rules().log(), terms, at));
    }
    new ShadowSearch(rules, places).warn();
    RuleSet set =
        new RuleSet(
            rules,
            Action.ofLabel(config.rules().byDefault()),
            LogMode.ofLabel(config.rules().log()));
    return new LoadedRules(config, users, set, lists(file, seed));
  }

  private static UrlTable lists(ConfigFile<ProxyConfig> file, long seed) {
    UrlLists lists = new UrlLists(seed);
    file.at("lists").check(() -> lists.load(file.value().lists().files()));
    return lists.table();
  }
}
