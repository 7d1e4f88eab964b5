package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.ForeignMarks;
import dev.rosa.firewall.assistant.MachineLinks;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.assistant.Sources;
import dev.rosa.firewall.assistant.TrafficRedirects;
import dev.rosa.firewall.divert.NftRules.Fate;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.PlanInForce;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.firewall.keeper.WorkerBeat;
import dev.rosa.firewall.keeper.WorkerLiveness;
import dev.rosa.firewall.keeper.WorkerTrust;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.network.Failures;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.network.WatchedLinks;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Diversion of active packets in the kernel: its link and nft rules, mended when another process
 * has changed them. It lets active packets bypass a silent router. One thread at a time.
 */
final class DiversionInForce implements PlanInForce {

  /** Shortest time between two looks for ways past the router, which start programs. */
  private static final long WARN_NANOS = 10_000_000_000L;

  private final DiversionPlan plan;
  private final Events events;
  private final Connection connection;
  private final WorkerLiveness liveness;
  private final WorkerTrust trust;
  private final MachineLinks machine;
  private final Sources sources;
  private final Rules rules;
  private final ForeignMarks foreignMarks;
  private final ConflictingDiversions conflicts;
  private final LinkNews news;
  private final StackedLinks stacked;
  private final MtuNews mtus;
  private final TrafficRedirects redirects;
  private final SegmentRouting segmentRouting;

  private Fate fate;

  private long warnedNanos;
  private long changes;
  private long remade;
  private long bypasses;

  DiversionInForce(DiversionPlan plan, Kernel kernel, BeatReceiver beats, Events events) {
    this.plan = plan;
    this.events = events;
    connection = new Connection(plan, kernel, beats);
    liveness = new WorkerLiveness(plan.bypass().silence(), plan.bypass().workers());
    trust = new WorkerTrust(liveness, plan.bypass().silence());
    machine = new MachineLinks(kernel);
    sources = new Sources(plan.from());
    conflicts = new ConflictingDiversions(plan, kernel, events);
    stacked = new StackedLinks(plan, events, conflicts::isAnothers);
    mtus = new MtuNews(plan, events);
    rules = new Rules(plan, kernel, stacked);
    foreignMarks = new ForeignMarks(plan.mark(), plan.way().returnMark(), kernel, events);
    news = new LinkNews(plan, events);
    redirects =
        new TrafficRedirects(kernel, events, "active packets among them pass this router by");
    segmentRouting = new SegmentRouting(kernel, events);
    fate = plan.listens() ? whileGone() : Fate.DIVERT;
  }

  /** Fate of active packets while no router works on them. */
  private Fate whileGone() {
    return plan.bypass().drops() ? Fate.DROP : Fate.FORWARD;
  }

  /** Puts the plan into force; nothing is diverted before all workers were heard. */
  @Override
  public void begin(long nowNanos) throws IOException {
    Map<String, Link> links = machine.read();
    requireLinks();
    List<Source> from = sources.in(links);
    conflicts.begin(from);
    boolean leftovers = rules.table().requireOwn();
    leftovers |= foreignMarks.requireOwn();
    leftovers |= connection.removeLeftovers(links);
    if (leftovers) {
      events.info("found what an earlier run left, and took it over");
    }
    try {
      if (plan.listens()) {
        connection.make(machine::read, from);
      }
      links = machine.read();
      connection.fit(links, from);
      fitForeignMarks(links);
      rules.apply(from, links, fate);
    } catch (IOException e) {
      takeAway(e, !leftovers);
      throw e;
    }
    news.begin(from, links);
    stacked.tell(from, links);
    mtus.tell(from, links);
    warnOfWaysPast(from, nowNanos);
    if (plan.listens()) {
      warnIfNothingForwards();
      events.info("waiting for the router's beats; until then " + consequence());
    }
    report();
  }

  /**
   * A start that fails keeps the rules that an earlier run had in force for packets without a
   * router.
   */
  private void takeAway(IOException cause, boolean orderly) {
    try {
      end(orderly);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** The MAC address that packets come back to; empty if that is elsewhere. */
  @Override
  public String handover() throws IOException {
    Link link = plan.listens() ? machine.read().get(plan.link()) : null;
    return link == null ? "" : link.mac();
  }

  private void requireLinks() throws IOException {
    String otherwise = "packets of interface %s cannot be diverted";
    for (String name : plan.from()) {
      // A packet without an Ethernet header would be sent on without one, as garbage.
      machine.requireEthernet(name, otherwise).requireOwnPackets(otherwise, machine.known());
    }
    if (plan.nic() != null) {
      Link unused =
          machine.requireEthernet(plan.nic(), "interface %s cannot be the link to another machine");
    }
  }

  private void warnIfNothingForwards() throws IOException {
    if (!connection.forwardsAnything()) {
      events.warn(
          "this kernel forwards nothing that comes in on %s: net.ipv4.ip_forward and"
                  .formatted(String.join(" ", plan.from()))
              + " net.ipv6.conf.all.forwarding are 0");
    }
  }

  /** Registers a beat. One that was received on a link that no longer exists does not count. */
  @Override
  public void hear(WorkerBeat beat, long nowNanos) {
    if (connection.exists()) {
      liveness.hear(beat, nowNanos);
    }
  }

  @Override
  public boolean isOutdated(long nowNanos) {
    return wanted(nowNanos) != fate;
  }

  private Fate wanted(long nowNanos) {
    boolean diverts = !plan.listens() || (connection.exists() && trust.isDue(nowNanos));
    return diverts ? Fate.DIVERT : whileGone();
  }

  private void noteFate(Fate now, long nowNanos) {
    if (now == Fate.DIVERT) {
      trust.give(nowNanos);
    } else {
      trust.take(nowNanos);
    }
    fate = now;
  }

  @Override
  public boolean fit(long nowNanos) throws IOException {
    long before = changes;
    Failures failures = new Failures();
    Map<String, Link> links = mendedLinks(failures);
    List<Source> from = sources.in(links);
    failures.collect(() -> fitConnection(links, from));
    failures.collect(() -> fitForeignMarks(links));
    fitRules(links, conflicts.leave(from), nowNanos);
    news.tell(from, links);
    stacked.tell(from, links);
    mtus.tell(from, links);
    // A program for each interface: not at each look that another program's change causes.
    if (nowNanos - warnedNanos >= WARN_NANOS) {
      warnOfWaysPast(from, nowNanos);
    }
    failures.throwFirst();
    return changes != before;
  }

  private void warnOfWaysPast(List<Source> from, long nowNanos) {
    warnedNanos = nowNanos;
    redirects.tell(from);
    segmentRouting.tell(from);
  }

  /**
   * The links that are there after the connection's repair, or without it if that fails. If links
   * cannot be read, those that were read last: a silent worker is bypassed all the same.
   */
  private Map<String, Link> mendedLinks(Failures failures) {
    failures.collect(machine::read);
    if (!connection.isWhole(machine.known())) {
      failures.collect(() -> mendConnection(sources.in(machine.known())));
      failures.collect(machine::read);
    }
    return machine.known();
  }

  private void mendConnection(List<Source> from) throws IOException {
    // Every worker has to be heard over the new link.
    liveness.forget();
    if (connection.make(machine::read, from)) {
      noteRemade("the assistant link was removed or changed: made again");
    }
  }

  private void fitConnection(Map<String, Link> links, List<Source> from) throws IOException {
    if (connection.fit(links, from)) {
      noteRemade(
          "the tc filters of %s were removed or changed: made again".formatted(plan.pair().link()));
    }
  }

  /** Only where packets come back, their marks say so. */
  private void fitForeignMarks(Map<String, Link> links) throws IOException {
    if (foreignMarks.fit(plan.makesPair() ? links : Map.of())) {
      noteRemade(foreignMarks.remade());
    }
  }

  private void noteRemade(String sentence) {
    remade++;
    changes++;
    events.warn(sentence);
    report();
  }

  private void fitRules(Map<String, Link> links, List<Source> from, long nowNanos)
      throws IOException {
    boolean changed = rules.table().isChanged();
    boolean sameLinks = rules.isFor(from, links);
    Fate wanted = wanted(nowNanos);
    if (wanted == fate && sameLinks && !changed) {
      return;
    }
    rules.apply(from, links, wanted);
    changes++;
    if (sameLinks && changed) {
      noteRemade(
          "the nft table %s was flushed or changed: made again".formatted(plan.mark().table()));
    }
    if (wanted != fate) {
      noteFate(wanted, nowNanos);
      sayFate(nowNanos);
    }
  }

  private void sayFate(long nowNanos) {
    if (fate == Fate.DIVERT) {
      events.info(
          "active packets of %s are diverted to %s"
              .formatted(String.join(" ", plan.from()), plan.link()));
    } else {
      bypasses++;
      sayWhy(nowNanos);
    }
    report();
  }

  private void sayWhy(long nowNanos) {
    String what =
        connection.exists() ? liveness.complaint(nowNanos) : "there is no link to the router";
    String why = what + ": " + consequence();
    if (liveness.saidBye(nowNanos)) {
      events.info(why);
    } else {
      events.warn(why);
    }
  }

  private String consequence() {
    return plan.bypass().drops()
        ? "active packets are dropped"
        : "active packets are forwarded unprocessed";
  }

  @Override
  public String watchedTables() {
    return DiversionPlan.ROLE.tablePrefix();
  }

  @Override
  public WatchedLinks watchedLinks() {
    WatchedLinks watched = sources.watched().and(foreignMarks.watched());
    if (plan.makesPair()) {
      watched = watched.and(plan.pair().ends());
    }
    return plan.nic() == null ? watched : watched.and(List.of(plan.nic()));
  }

  private void report() {
    events.report(new PlanReport(fate == Fate.DIVERT, remade, bypasses));
  }

  @Override
  public NftFigures figures() throws IOException {
    return rules.table().figures();
  }

  /**
   * Takes everything away. If packets are to be dropped while the router is gone, and it went
   * without a word, rules that do so stay; the next start takes them over.
   */
  @Override
  public void end(boolean orderly) throws IOException {
    boolean ours = rules.table().isThere();
    boolean staysDropping = ours && !orderly && plan.listens() && plan.bypass().drops();
    if (ours && !staysDropping) {
      // First: links may be unreadable, and packets must not go to one that ends.
      rules.table().remove();
    }
    if (!staysDropping) {
      foreignMarks.end();
    }
    Map<String, Link> links = machine.read();
    if (staysDropping) {
      Map<String, Link> others = new HashMap<>(links);
      others.keySet().removeAll(plan.pair().ends());
      others.remove(plan.nic());
      rules.apply(conflicts.leave(sources.in(links)), others, Fate.DROP);
      events.warn("the router went without a word: active packets are dropped until it is back");
    }
    connection.end(links);
  }
}
