package dev.rosa.proxy.divert;

import dev.rosa.firewall.assistant.ForeignMarks;
import dev.rosa.firewall.assistant.MachineLinks;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.assistant.SourceNews;
import dev.rosa.firewall.assistant.Sources;
import dev.rosa.firewall.assistant.TrafficRedirects;
import dev.rosa.firewall.assistant.WorkerLink;
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
import dev.rosa.network.OwnedTable;
import dev.rosa.network.WatchedLinks;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The proxy's link and rules in the kernel, mended when another process has changed them. While no
 * worker is heard, proxied traffic is dropped or forwarded; connections whose packets pass in the
 * kernel go on. One thread at a time.
 */
final class ProxyInForce implements PlanInForce {

  /** A program is started for each interface: not at each look. */
  private static final long WARN_NANOS = TimeUnit.SECONDS.toNanos(9);

  private final ProxyPlan plan;
  private final Kernel kernel;
  private final Events events;
  private final WorkerLink workers;
  private final WorkerLiveness liveness;
  private final WorkerTrust trust;
  private final MachineLinks machine;
  private final Sources sources;
  private final OwnedTable table;
  private final ForeignMarks foreignMarks;
  private final RoutedInForce routed;
  private final TrafficRedirects redirects;
  private final SourceNews news;
  private long warnedNanos;

  private Fate fate;

  /** Links and fate that the rules in force were made for; null: none are. */
  private Basis basis;

  private long changes;
  private long remade;
  private long bypasses;

  /** Links that the rules depend on, and whether there is one to the workers. */
  private record Basis(List<Source> sources, boolean hasPair) {}

  ProxyInForce(ProxyPlan plan, Kernel kernel, BeatReceiver beats, Events events) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
    workers = new WorkerLink(kernel, plan.pair(), Verdict.LINK_BITS, beats);
    liveness = new WorkerLiveness(plan.bypass().silence(), plan.bypass().workers());
    trust = new WorkerTrust(liveness, plan.bypass().silence());
    machine = new MachineLinks(kernel);
    sources = new Sources(plan.links());
    table = new OwnedTable(plan.mark(), kernel);
    foreignMarks = new ForeignMarks(plan.mark(), ProxyPlan.RETURN_MARK, kernel, events);
    routed = new RoutedInForce(plan, kernel);
    redirects =
        new TrafficRedirects(kernel, events, "those that come back pass the proxy by, unjudged");
    news = new SourceNews(events, "judged", "its traffic passes unjudged");
    fate = whileGone();
  }

  private Fate whileGone() {
    return plan.bypass().drops() ? Fate.DROP : Fate.FORWARD;
  }

  @Override
  public void begin(long nowNanos) throws IOException {
    Map<String, Link> links = machine.read();
    requireLinks();
    boolean isThere = table.requireOwn();
    boolean hasMarks = foreignMarks.requireOwn();
    routed.requireOwn();
    boolean leftovers = workers.removeLeftovers(links) || isThere || hasMarks;
    if (leftovers) {
      events.info("found what an earlier run left, and took it over");
    }
    try {
      List<Source> from = sources.in(links);
      workers.make(machine::read, from);
      links = machine.read();
      boolean unused = workers.fit(links, from);
      fitForeignMarks(links);
      putAll(basis(links, from), isThere);
      routed.begin(fate);
      news.begin(from);
      warnOfWaysPast(from, nowNanos);
    } catch (IOException e) {
      takeAway(e, !leftovers);
      throw e;
    }
    events.info("waiting for the proxy's beats; until then " + consequence());
    report();
  }

  private void takeAway(IOException cause, boolean orderly) {
    try {
      end(orderly);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void requireLinks() throws IOException {
    String otherwise = "packets of interface %s cannot be judged";
    for (String name : plan.links()) {
      machine.requireEthernet(name, otherwise).requireOwnPackets(otherwise, machine.known());
    }
  }

  private Basis basis(Map<String, Link> links, List<Source> from) {
    return new Basis(
        from.stream().filter(Source::isThere).toList(),
        links.keySet().containsAll(plan.pair().ends()));
  }

  /** What the sets of an earlier run hold stays, if its rules had the same form. */
  private void putAll(Basis wanted, boolean isThere) throws IOException {
    basis = null;
    if (isThere) {
      try {
        table.put(ProxyNft.script(plan, wanted.sources(), wanted.hasPair(), fate, true));
        basis = wanted;
        return;
      } catch (IOException e) {
        events.info("the table of an earlier run has another form: " + e.getMessage());
      }
    }
    table.put(ProxyNft.script(plan, wanted.sources(), wanted.hasPair(), fate, false));
    basis = wanted;
  }

  @Override
  public String handover() throws IOException {
    return machine.read().get(plan.pair().link()).mac();
  }

  @Override
  public void hear(WorkerBeat beat, long nowNanos) {
    if (workers.exists()) {
      liveness.hear(beat, nowNanos);
    }
  }

  @Override
  public boolean isOutdated(long nowNanos) {
    return wanted(nowNanos) != fate;
  }

  private Fate wanted(long nowNanos) {
    return workers.exists() && trust.isDue(nowNanos) ? Fate.DIVERT : whileGone();
  }

  @Override
  public String watchedTables() {
    return ProxyPlan.ROLE.tablePrefix();
  }

  @Override
  public WatchedLinks watchedLinks() {
    return sources.watched().and(foreignMarks.watched()).and(plan.pair().ends());
  }

  @Override
  public boolean fit(long nowNanos) throws IOException {
    long before = changes;
    Failures failures = new Failures();
    Map<String, Link> links = mendedLinks(failures);
    List<Source> from = sources.in(links);
    failures.collect(
        () -> {
          if (workers.fit(links, from)) {
            noteRemade("the tc filters of the assistant link were changed: made again");
          }
        });
    failures.collect(() -> fitForeignMarks(links));
    failures.collect(() -> fitRules(basis(links, from), nowNanos));
    failures.collect(this::fitRouted);
    news.tell(from, links);
    if (nowNanos - warnedNanos >= WARN_NANOS) {
      warnOfWaysPast(from, nowNanos);
    }
    failures.throwFirst();
    return changes != before;
  }

  private void warnOfWaysPast(List<Source> from, long nowNanos) {
    warnedNanos = nowNanos;
    redirects.tell(from);
  }

  /**
   * The links that are there after the repair of the assistant link, or without it if that fails.
   * If links cannot be read, those that were read last: traffic without workers is dropped or
   * forwarded all the same.
   */
  private Map<String, Link> mendedLinks(Failures failures) {
    failures.collect(machine::read);
    if (!workers.isWhole(machine.known())) {
      failures.collect(this::mendLink);
      failures.collect(machine::read);
    }
    return machine.known();
  }

  private void mendLink() throws IOException {
    // Every worker has to be heard over the new link.
    liveness.forget();
    if (workers.make(machine::read, sources.in(machine.known()))) {
      noteRemade("the assistant link was removed or changed: made again");
    }
  }

  private void fitRules(Basis wantedBasis, long nowNanos) throws IOException {
    boolean isChanged = table.isChanged();
    Fate wanted = wanted(nowNanos);
    boolean isSame = wantedBasis.equals(basis) && !isChanged;
    if (isSame && wanted == fate) {
      return;
    }
    Fate before = fate;
    fate = wanted;
    try {
      if (isSame) {
        table.put(ProxyNft.change(plan, wantedBasis.sources(), wanted));
      } else {
        putAll(wantedBasis, false);
      }
    } catch (IOException e) {
      fate = before;
      throw e;
    }
    changes++;
    if (isChanged && wantedBasis.equals(basis)) {
      noteRemade(
          "the nft table %s was flushed or changed: made again".formatted(plan.mark().table()));
    }
    if (wanted != before) {
      noteFate(nowNanos);
      sayFate(nowNanos);
    }
  }

  private void fitRouted() throws IOException {
    if (routed.fit(fate)) {
      noteRemade(
          "the nft table inet %s or the route of the relays was changed: made again"
              .formatted(plan.mark().table()));
    }
  }

  private void fitForeignMarks(Map<String, Link> links) throws IOException {
    if (foreignMarks.fit(links)) {
      noteRemade(foreignMarks.remade());
    }
  }

  private void noteRemade(String sentence) {
    remade++;
    changes++;
    events.warn(sentence);
    report();
  }

  private void noteFate(long nowNanos) {
    if (fate == Fate.DIVERT) {
      trust.give(nowNanos);
    } else {
      trust.take(nowNanos);
    }
  }

  private void sayFate(long nowNanos) {
    if (fate == Fate.DIVERT) {
      events.info("traffic of %s is judged".formatted(String.join(" ", plan.links())));
    } else {
      bypasses++;
      String what =
          workers.exists() ? liveness.complaint(nowNanos) : "there is no link to the proxy";
      String why = what + ": " + consequence();
      if (liveness.saidBye(nowNanos)) {
        events.info(why);
      } else {
        events.warn(why);
      }
    }
    report();
  }

  private String consequence() {
    return plan.bypass().drops()
        ? "proxied traffic is dropped"
        : "proxied traffic is forwarded unjudged";
  }

  private void report() {
    events.report(new PlanReport(fate == Fate.DIVERT, remade, bypasses));
  }

  @Override
  public NftFigures figures() throws IOException {
    return table.figures().and(foreignMarks.figures());
  }

  /**
   * Takes everything away. If traffic is to be dropped while the proxy is gone, and it went without
   * a word, rules that do so stay, with what the sets hold; the next start takes them over.
   */
  @Override
  public void end(boolean orderly) throws IOException {
    boolean isOurs = table.isThere();
    boolean staysDropping = isOurs && !orderly && plan.bypass().drops();
    if (staysDropping) {
      fate = Fate.DROP;
      kernel.nft(ProxyNft.change(plan, sourcesInForce(), fate));
      routed.drop();
      events.warn("the proxy went without a word: proxied traffic is dropped until it is back");
    } else {
      // First: links may be unreadable, and packets must not go to one that ends.
      if (isOurs) {
        table.remove();
      }
      routed.end();
      foreignMarks.end();
    }
    workers.end(machine.read());
  }

  /** Those that the table has chains of. */
  private List<Source> sourcesInForce() throws IOException {
    return basis == null
        ? sources.in(machine.read()).stream().filter(Source::isThere).toList()
        : basis.sources();
  }
}
