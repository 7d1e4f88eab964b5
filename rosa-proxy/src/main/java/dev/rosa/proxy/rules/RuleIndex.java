package dev.rosa.proxy.rules;

import dev.rosa.proxy.rules.criterion.Criterion;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Hosts;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Index of rules by the hosts that they name, so that thousands of rules cost a request hardly more
 * than those that can concern it. Immutable.
 */
final class RuleIndex {
  private static final long FACTOR = 0x100_0000_01b3L;

  private final Rule[] general;
  private final long[] hashes;
  private final Rule[][] byHash;

  RuleIndex(List<Rule> rules) {
    List<Rule> withoutHosts = new ArrayList<>();
    Map<Long, List<Rule>> named = new TreeMap<>();
    for (Rule rule : rules) {
      Criterion hosts = rule.criterion(CriterionKind.HOSTS);
      if (hosts instanceof Hosts some) {
        some.names().forEach(name -> add(named, name, rule));
      } else {
        withoutHosts.add(rule);
      }
    }
    general = withoutHosts.toArray(Rule[]::new);
    hashes = named.keySet().stream().mapToLong(Long::longValue).toArray();
    byHash = named.values().stream().map(each -> each.toArray(Rule[]::new)).toArray(Rule[][]::new);
  }

  private static void add(Map<Long, List<Rule>> named, String host, Rule rule) {
    byte[] bytes = AsciiBytes.of(host);
    long hash = 0;
    for (int at = bytes.length - 1; at >= 0; at--) {
      hash = next(hash, bytes[at]);
    }
    List<Rule> rules = named.computeIfAbsent(hash, unused -> new ArrayList<>());
    if (!rules.contains(rule)) {
      rules.add(rule);
    }
  }

  private static long next(long hash, byte b) {
    return (hash ^ b) * FACTOR;
  }

  /** The first rule that matches; null if none does. Hashes that collide cost time only. */
  Rule first(Question question) {
    Rule best = first(general, question, null);
    byte[] host = question.host();
    long hash = 0;
    for (int at = question.hostLength() - 1; at >= 0; at--) {
      hash = next(hash, host[at]);
      if (at == 0 || host[at - 1] == '.') {
        int found = Arrays.binarySearch(hashes, hash);
        best = found < 0 ? best : first(byHash[found], question, best);
      }
    }
    return best;
  }

  private static Rule first(Rule[] rules, Question question, Rule best) {
    for (Rule rule : rules) {
      if (best != null && rule.number() > best.number()) {
        return best;
      }
      if (rule.matches(question)) {
        return rule;
      }
    }
    return best;
  }
}
