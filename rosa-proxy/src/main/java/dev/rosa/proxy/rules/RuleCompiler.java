package dev.rosa.proxy.rules;

import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.IpPrefix;
import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.rules.criterion.Addresses;
import dev.rosa.proxy.rules.criterion.Bits;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.rules.criterion.Criterion;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Globs;
import dev.rosa.proxy.rules.criterion.Hosts;
import dev.rosa.proxy.rules.criterion.LongerThan;
import dev.rosa.proxy.rules.criterion.Members;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.rules.criterion.Times;
import dev.rosa.proxy.url.Scheme;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Compiler of one rule, which reports each mistake at its attribute. Owned by one thread. */
final class RuleCompiler {
  private static final String ANY = "*";

  private final Terms terms;
  private final RuleConfig rule;
  private final ConfigPlace place;
  private final Map<CriterionKind, Criterion> criteria = new EnumMap<>(CriterionKind.class);

  private RuleCompiler(Terms terms, RuleConfig rule, ConfigPlace place) {
    this.terms = terms;
    this.rule = rule;
    this.place = place;
  }

  /** Compiles a rule; what is wrong is reported and left out. */
  static Rule compile(
      int number, RuleConfig rule, String usualLog, Terms terms, ConfigPlace place) {
    RuleCompiler compiler = new RuleCompiler(terms, rule, place);
    compiler.client();
    compiler.request();
    compiler.content();
    Action action = Action.ofLabel(rule.action() == null ? Action.REFUSE.label() : rule.action());
    compiler.checkScan(action);
    return new Rule(
        number,
        rule.name() == null ? "" : rule.name(),
        new Rule.Effects(
            action, LogMode.ofLabel(rule.log() == null ? usualLog : rule.log()), rule.scan()),
        place.where(),
        compiler.criteria);
  }

  private void client() {
    if (rule.users() != null || rule.groups() != null) {
      criteria.put(CriterionKind.USERS, new Members(members(), memberText()));
    }
    add(CriterionKind.FROM, rule.from(), words -> Addresses.from(prefixes(words)));
    add(CriterionKind.TO, rule.to(), words -> Addresses.to(prefixes(words)));
    add(CriterionKind.TIMES, rule.times(), words -> new Times(minutes(words), sorted(words)));
  }

  private BitSet members() {
    BitSet members = new BitSet();
    for (String name : Words.of(rule.users())) {
      int index = terms.users().of(name);
      if (name.equals(ANY)) {
        members.or(terms.users().all());
      } else if (index == Question.NO_USER) {
        unknown("users", name, "a user of <users>");
      } else {
        members.set(index);
      }
    }
    for (String name : Words.of(rule.groups())) {
      BitSet group = terms.group(name);
      if (group == null) {
        unknown("groups", name, "a group of some user");
      } else {
        members.or(group);
      }
    }
    return members;
  }

  private String memberText() {
    TreeSet<String> names = new TreeSet<>(Words.of(rule.users()));
    Words.of(rule.groups()).forEach(group -> names.add("@" + group));
    return String.join(" ", names);
  }

  private static List<IpPrefix> prefixes(List<String> words) {
    return words.stream().map(IpPrefix::parse).toList();
  }

  private BitSet minutes(List<String> names) {
    BitSet minutes = new BitSet();
    for (String name : names) {
      BitSet time = terms.time(name);
      if (time == null) {
        unknown("times", name, "a time of <times>");
      } else {
        minutes.or(time);
      }
    }
    return minutes;
  }

  private void request() {
    add(
        CriterionKind.PROTOCOLS,
        rule.protocols(),
        words ->
            Bits.protocols(
                bits(words, word -> 1L << Scheme.ofLabel(word).ordinal()), sorted(words)));
    add(CriterionKind.HOSTS, rule.hosts(), Hosts::new);
    add(CriterionKind.PATHS, rule.paths(), Globs::paths);
    add(CriterionKind.COMMANDS, rule.commands(), Commands::new);
    add(
        CriterionKind.CATEGORIES,
        rule.categories(),
        words -> Bits.categories(bits(words, this::category), sorted(words)));
  }

  private long category(String name) {
    long bit = terms.category(name);
    if (bit == 0) {
      unknown("categories", name, "a category of <lists>");
    }
    return bit;
  }

  private void content() {
    add(CriterionKind.TYPES, rule.types(), Globs::types);
    add(CriterionKind.FILES, rule.files(), Globs::files);
    add(
        CriterionKind.KINDS,
        rule.kinds(),
        words -> Bits.kinds(bits(words, this::kind), sorted(words)));
    ByteSize size = rule.longerThan();
    if (size != null) {
      criteria.put(CriterionKind.LONGER_THAN, new LongerThan(size));
    }
  }

  /** Nothing but HTTP can be scanned, and nothing behind a change of the protocol. */
  private void checkScan(Action action) {
    if (rule.scan() == null) {
      return;
    }
    if (!terms.hasScan(rule.scan())) {
      unknown("scan", rule.scan(), "a scan of <scans>");
    }
    if (action != Action.ALLOW) {
      place.at("scan").error("is in a rule with action " + action.label() + ", expected allow");
    }
    if (!Scheme.HTTP.label().equals(rule.protocols())) {
      place.at("scan").error("is in a rule for more than HTTP, expected protocols=\"http\" there");
    }
  }

  private long kind(String name) {
    FileKind kind = FileKind.ofLabel(name);
    if (kind == null) {
      unknown("kinds", name, "a kind of file such as exe, elf, class, zip");
      return 0;
    }
    return 1L << kind.ordinal();
  }

  private static long bits(List<String> words, ToLongFunction<String> bit) {
    long bits = 0;
    for (String word : words) {
      bits |= bit.applyAsLong(word);
    }
    return bits;
  }

  private static String sorted(List<String> words) {
    return String.join(" ", new TreeSet<>(words));
  }

  private void add(CriterionKind kind, String value, Function<List<String>, Criterion> criterion) {
    if (value == null) {
      return;
    }
    try {
      criteria.put(kind, criterion.apply(Words.of(value)));
    } catch (IllegalArgumentException e) {
      place.at(kind.label()).error("is " + e.getMessage());
    }
  }

  private void unknown(String attribute, String name, String expected) {
    place.at(attribute).error("names '" + name + "', expected " + expected);
  }
}
