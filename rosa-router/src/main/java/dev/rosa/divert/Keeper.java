package dev.rosa.divert;

import dev.rosa.divert.NftRules.Fate;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeper of a plan. It makes the plan's link and rules, and mends them when another process has
 * changed them. It lets active packets bypass a silent router, and takes everything away at the
 * end. Has no clock: callers give times of {@link System#nanoTime}. One thread at a time.
 */
final class Keeper {

  /** Shortest time between two looks at everything, which start programs. */
  private static final long LOOK_NANOS = 900_000_000L;

  /** Longest time between two looks: a glimpse does not see every change. */
  private static final long LONGEST_NANOS = 10_000_000_000L;

  /** Shortest time between two glimpses. */
  private static final long GLIMPSE_NANOS = 90_000_000L;

  private final Plan plan;
  private final Kernel kernel;
  private final Events events;
  private final Connection connection;
  private final Pulse pulse;
  private final Sources sources;
  private final Rules rules;
  private final Rivals rivals;
  private final LinkNews news;
  private final TrafficRedirects redirects;
  private final SegmentRouting segmentRouting;

  private Fate fate;

  /** The links by name, as they were read last. */
  private Map<String, Link> known = Map.of();

  /** The glimpse right before the last look at everything; null: another look is due. */
  private Glimpse glimpse;

  private long glimpsedNanos;
  private long lookedNanos;
  private long retryNanos;
  private long warnedNanos;
  private String trouble = "";
  private long remade;
  private long bypasses;

  Keeper(Plan plan, Kernel kernel, Connection.Ear ear, Events events) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
    connection = new Connection(plan, kernel, ear);
    pulse = new Pulse(plan.bypass().silence(), plan.bypass().workers());
    sources = new Sources(plan.from());
    rules = new Rules(plan, kernel);
    rivals = new Rivals(plan, kernel, events);
    news = new LinkNews(plan, events);
    redirects = new TrafficRedirects(kernel, events);
    segmentRouting = new SegmentRouting(kernel, events);
    fate = plan.listens() ? whileGone() : Fate.DIVERT;
  }

  /** Fate of active packets while no router works on them. */
  private Fate whileGone() {
    return plan.bypass().drops() ? Fate.DROP : Fate.FORWARD;
  }

  /**
   * Removes leftovers of its own, and puts the plan into force; nothing is diverted before all
   * workers were heard.
   *
   * @throws IOException in one line if something is missing or held by another; nothing is changed
   *     then, or all of it is taken back
   */
  void begin(long nowNanos) throws IOException {
    Map<String, Link> links = links();
    requireLinks(links);
    List<Source> from = sources.in(links);
    rivals.begin(from);
    boolean leftovers = rules.requireOwn();
    leftovers |= connection.removeLeftovers(links);
    if (leftovers) {
      events.info("found what an earlier run left, and took it over");
    }
    try {
      if (plan.listens()) {
        connection.make(this::links, from);
      }
      links = links();
      connection.fit(links, from);
      rules.apply(from, links, fate);
    } catch (IOException e) {
      takeAway(e, !leftovers);
      throw e;
    }
    news.begin(from, links);
    warnOfWaysPast(from, nowNanos);
    lookedNanos = nowNanos;
    glimpsedNanos = nowNanos;
    retryNanos = nowNanos;
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

  private void requireLinks(Map<String, Link> links) throws IOException {
    for (String name : plan.from()) {
      String otherwise = "packets of interface %s cannot be diverted";
      // A packet without an Ethernet header would be sent on without one, as garbage.
      requireEthernet(links, name, otherwise);
      links.get(name).requireOwnPackets(otherwise);
    }
    if (plan.nic() != null) {
      requireEthernet(links, plan.nic(), "interface %s cannot be the link to another machine");
    }
  }

  private static void requireEthernet(Map<String, Link> links, String name, String otherwise)
      throws IOException {
    Link link = links.get(name);
    if (link == null) {
      throw new IOException("there is no network interface " + name + "; 'ip link' lists them");
    }
    link.requireEthernet(otherwise);
  }

  private void warnIfNothingForwards() throws IOException {
    if (!connection.forwardsAnything()) {
      events.warn(
          "this kernel forwards nothing that comes in on %s: net.ipv4.ip_forward and"
                  .formatted(String.join(" ", plan.from()))
              + " net.ipv6.conf.all.forwarding are 0");
    }
  }

  /** A worker was heard. Beats that were received on a link that no longer exists do not count. */
  void hear(Beat beat, long nowNanos) {
    if (connection.exists()) {
      pulse.hear(beat, nowNanos);
    }
  }

  /** Does what is due; to be called several times a second. */
  void turn(long nowNanos) {
    if (nowNanos - retryNanos < 0) {
      return;
    }
    try {
      if (wanted(nowNanos) != fate || isLookDue(nowNanos)) {
        look(nowNanos);
      }
      trouble = "";
    } catch (IOException e) {
      glimpse = null;
      retryNanos = nowNanos + LOOK_NANOS;
      complain(e);
    }
  }

  private Fate wanted(long nowNanos) {
    boolean diverts = !plan.listens() || (connection.exists() && pulse.isAlive(nowNanos));
    return diverts ? Fate.DIVERT : whileGone();
  }

  private boolean isLookDue(long nowNanos) throws IOException {
    long since = nowNanos - lookedNanos;
    if (since >= LONGEST_NANOS) {
      return true;
    }
    if (since < LOOK_NANOS || nowNanos - glimpsedNanos < GLIMPSE_NANOS) {
      return false;
    }
    glimpsedNanos = nowNanos;
    return !kernel.glimpse(watched()).equals(glimpse);
  }

  /** Warns once of the same trouble, which every retry meets again. */
  private void complain(IOException e) {
    if (!trouble.equals(e.getMessage())) {
      trouble = e.getMessage();
      events.warn("trouble with the diversion, to be tried again: " + trouble);
    }
  }

  /** Looks at everything, and makes it as it should be: the one way by which rules are changed. */
  private void look(long nowNanos) throws IOException {
    // First: the next snapshot shows every change from here on.
    glimpse = kernel.glimpse(watched());
    lookedNanos = nowNanos;
    Failures failures = new Failures();
    Map<String, Link> links = mendedLinks(failures);
    List<Source> from = sources.in(links);
    failures.collect(() -> fitConnection(links, from));
    fitRules(links, rivals.leave(from), nowNanos);
    news.tell(from, links);
    // A program for each interface: not at each look that another program's change causes.
    if (nowNanos - warnedNanos >= LONGEST_NANOS) {
      warnOfWaysPast(from, nowNanos);
    }
    failures.throwFirst();
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
    failures.collect(this::links);
    if (!connection.isWhole(known)) {
      failures.collect(() -> mendConnection(sources.in(known)));
      failures.collect(this::links);
    }
    return known;
  }

  private void mendConnection(List<Source> from) throws IOException {
    // Every worker has to be heard over the new link.
    pulse.forget();
    if (connection.make(this::links, from)) {
      noteRemade("somebody removed or changed the assistant link: made again");
    }
  }

  private void fitConnection(Map<String, Link> links, List<Source> from) throws IOException {
    if (connection.fit(links, from)) {
      noteRemade(
          "the tc filters of %s were removed or changed: made again".formatted(plan.pair().link()));
    }
  }

  private void noteRemade(String sentence) {
    remade++;
    events.warn(sentence);
    report();
  }

  private void fitRules(Map<String, Link> links, List<Source> from, long nowNanos)
      throws IOException {
    boolean changed = rules.isChanged();
    boolean sameLinks = rules.isFor(from, links);
    Fate wanted = wanted(nowNanos);
    if (wanted == fate && sameLinks && !changed) {
      return;
    }
    rules.apply(from, links, wanted);
    if (sameLinks && changed) {
      noteRemade(
          "somebody flushed or changed the nft table %s: made again"
              .formatted(plan.marks().table()));
    }
    if (wanted != fate) {
      fate = wanted;
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
        connection.exists() ? pulse.complaint(nowNanos) : "there is no link to the router";
    String why = what + ": " + consequence();
    if (pulse.saidBye(nowNanos)) {
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

  /** Interfaces by the names that they have in the plan, and by those that they have now. */
  private List<String> watched() {
    Set<String> watched = new TreeSet<>(plan.from());
    watched.addAll(sources.devices());
    if (plan.makesPair()) {
      watched.addAll(plan.pair().ends());
    }
    if (plan.nic() != null) {
      watched.add(plan.nic());
    }
    return List.copyOf(watched);
  }

  private void report() {
    boolean diverting = fate == Fate.DIVERT;
    events.report(
        new Events.Report(
            diverting ? Diversion.State.DIVERTING : Diversion.State.BYPASS, remade, bypasses));
  }

  /**
   * Takes everything away. If packets are to be dropped while the router is gone, and it went
   * without a word, rules that do so stay; the next start takes them over.
   *
   * @param orderly whether the router ended as it should
   */
  void end(boolean orderly) throws IOException {
    boolean ours = rules.isThere();
    boolean staysDropping = ours && !orderly && plan.listens() && plan.bypass().drops();
    if (ours && !staysDropping) {
      // First: links may be unreadable, and packets must not go to one that ends.
      rules.remove();
    }
    Map<String, Link> links = links();
    if (staysDropping) {
      rules.apply(rivals.leave(sources.in(links)), Map.of(), Fate.DROP);
      events.warn("the router went without a word: active packets are dropped until it is back");
    }
    connection.end(links);
  }

  private Map<String, Link> links() throws IOException {
    Map<String, Link> links = new HashMap<>();
    kernel.links().forEach(link -> links.put(link.name(), link));
    known = links;
    return links;
  }
}
