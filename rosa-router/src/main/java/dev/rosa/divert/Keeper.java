package dev.rosa.divert;

import dev.rosa.divert.NftRules.Fate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a plan in force: makes link and rules, mends them when somebody else has changed them, lets
 * active packets bypass a router that is not heard of, and takes everything away at the end. Knows
 * no clock: times are given, {@link System#nanoTime}'s. One thread at a time.
 */
final class Keeper {

  /** So often at most everything is looked at, which takes programs. */
  private static final long LOOK_NANOS = 900_000_000L;

  /** So often at least: not all that can be changed is seen in a glimpse. */
  private static final long LONGEST_NANOS = 10_000_000_000L;

  /** So often at most there is a glimpse. */
  private static final long GLIMPSE_NANOS = 90_000_000L;

  /** So often rules are put into force again at once, if others change theirs all the time. */
  private static final int MOST_REPEATS = 3;

  private final Plan plan;
  private final Kernel kernel;
  private final Events events;
  private final Connection connection;
  private final Pulse pulse;

  /** What rules were made for: indices of the plan's links, by name. */
  private final Map<String, Integer> known = new HashMap<>();

  /** What was said of the links that are not made here: their indices, by name. */
  private final Map<String, Integer> told = new HashMap<>();

  private Fate fate;
  private String table = "";

  /** What was seen right before everything was looked at last; null: it has to be again. */
  private Glimpse glimpse;

  private long glimpsedNanos;
  private long lookedNanos;
  private long retryNanos;
  private String trouble = "";
  private long remade;
  private long bypasses;

  Keeper(Plan plan, Kernel kernel, Connection.Ear ear, Events events) {
    this.plan = plan;
    this.kernel = kernel;
    this.events = events;
    connection = new Connection(plan, kernel, ear);
    pulse = new Pulse(plan.bypass().silence(), plan.bypass().workers());
    fate = plan.listens() ? whileGone() : Fate.DIVERT;
  }

  /** What happens to active packets while no router works on them. */
  private Fate whileGone() {
    return plan.bypass().drops() ? Fate.DROP : Fate.FORWARD;
  }

  /**
   * Removes leftovers of its own, and puts the plan into force; nothing is diverted before all
   * workers were heard.
   *
   * @throws IOException in one line if something is missing or somebody else's; nothing is changed
   *     then, or all of it is taken back
   */
  void begin(long nowNanos) throws IOException {
    Map<String, Link> links = links();
    requireLinks(links);
    boolean leftovers = requireOwnTable(kernel.table(plan.marks().table()));
    leftovers |= connection.removeLeftovers(links);
    if (leftovers) {
      events.info("found what an earlier run left, and took it over");
    }
    try {
      if (plan.listens()) {
        connection.make(this::links);
      }
      apply(links(), fate);
    } catch (IOException e) {
      takeAway(e, !leftovers);
      throw e;
    }
    Findings.rivals(kernel, plan).forEach(events::warn);
    told.putAll(indices(links(), notMadeHere()));
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
   * What an earlier run had in force for packets without a router is not given up by one that
   * cannot begin.
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
      // What has no Ethernet header would be sent on without one, as garbage.
      requireEthernet(links, name, "packets of interface %s cannot be diverted");
    }
    if (!plan.makesLink()) {
      String name = plan.listens() ? plan.link() : plan.peer();
      requireEthernet(links, name, "interface %s cannot be the link to another machine");
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

  /** Whether there is a table of ours. */
  private boolean requireOwnTable(Optional<String> listing) throws IOException {
    if (listing.isEmpty()) {
      return false;
    }
    Optional<String> owner = Marks.ownerOfTable(listing.get());
    if (owner.isPresent() && owner.get().equals(plan.marks().name())) {
      return true;
    }
    throw new IOException(
        "there is an nft table netdev %s already, and it is %s: it stays as it is"
            .formatted(
                plan.marks().table(),
                owner.map(name -> "that of router " + name).orElse("not ROSA's")));
  }

  private void warnIfNothingForwards() throws IOException {
    if (!connection.forwardsAnything()) {
      events.warn(
          "this kernel forwards nothing that comes in on %s: net.ipv4.ip_forward and"
                  .formatted(String.join(" ", plan.from()))
              + " net.ipv6.conf.all.forwarding are 0");
    }
  }

  /** A worker was heard; what was under way on a link that is gone does not count. */
  void hear(Beat beat, long nowNanos) {
    if (connection.exists()) {
      pulse.hear(beat, nowNanos);
    }
  }

  /** To be called several times a second. */
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
    return !plan.listens() || pulse.isAlive(nowNanos) ? Fate.DIVERT : whileGone();
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

  /** Once: it is tried again and again. */
  private void complain(IOException e) {
    if (!trouble.equals(e.getMessage())) {
      trouble = e.getMessage();
      events.warn("trouble with the diversion, to be tried again: " + trouble);
    }
  }

  /** Looks at everything, and makes it as it should be: the one way by which rules are changed. */
  private void look(long nowNanos) throws IOException {
    // First: what is changed from here on is seen in the next one.
    glimpse = kernel.glimpse(watched());
    lookedNanos = nowNanos;
    Map<String, Link> links = links();
    Failures failures = new Failures();
    if (!connection.isWhole(links)) {
      // Also if it cannot be mended: then packets must not be sent there any longer.
      failures.collect(this::mendConnection);
      links = links();
    } else {
      connection.fitMtu(links);
    }
    fitRules(links, nowNanos);
    tellOfLinks(links);
    failures.throwFirst();
  }

  private void mendConnection() throws IOException {
    // Whoever is there has to be heard over the new link.
    pulse.forget();
    if (connection.make(this::links)) {
      remade++;
      events.warn("somebody removed or changed the assistant link: made again");
      report();
    }
  }

  private void fitRules(Map<String, Link> links, long nowNanos) throws IOException {
    Optional<String> listing = kernel.table(plan.marks().table());
    requireOwnTable(listing);
    boolean changed = !listing.orElse("").equals(table);
    boolean sameLinks = indices(links, watched()).equals(known);
    Fate wanted = wanted(nowNanos);
    if (wanted == fate && sameLinks && !changed) {
      return;
    }
    apply(links, wanted);
    if (sameLinks && changed) {
      remade++;
      events.warn(
          "somebody flushed or changed the nft table %s: made again"
              .formatted(plan.marks().table()));
      report();
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

  /** Which interfaces have come or gone since that was said last. */
  private void tellOfLinks(Map<String, Link> links) {
    Map<String, Integer> before = new HashMap<>(told);
    told.clear();
    told.putAll(indices(links, notMadeHere()));
    for (String name : notMadeHere()) {
      boolean there = told.containsKey(name);
      if (!there && before.containsKey(name)) {
        events.warn("interface " + name + " is gone: nothing of it is diverted until it is back");
      } else if (there && !told.get(name).equals(before.get(name))) {
        events.info("interface " + name + " is back");
      }
    }
  }

  private List<String> notMadeHere() {
    return plan.makesLink() ? plan.from() : watched();
  }

  private List<String> watched() {
    List<String> watched = new ArrayList<>(plan.from());
    if (plan.link() != null) {
      watched.add(plan.link());
    }
    if (plan.peer() != null) {
      watched.add(plan.peer());
    }
    return watched;
  }

  private static Map<String, Integer> indices(Map<String, Link> links, List<String> names) {
    Map<String, Integer> indices = new HashMap<>();
    for (String name : names) {
      if (links.containsKey(name)) {
        indices.put(name, links.get(name).index());
      }
    }
    return indices;
  }

  /** Puts rules into force for those links of the plan that are there. */
  private void apply(Map<String, Link> links, Fate wanted) throws IOException {
    List<String> from = plan.from().stream().filter(links::containsKey).toList();
    boolean peerThere = plan.peer() != null && links.containsKey(plan.peer());
    String script =
        NftRules.script(
            plan.marks(),
            new NftRules.Wiring(from, plan.link(), peerThere ? plan.peer() : null),
            wanted);
    for (int tries = 0; !putIntoForce(script) && tries < MOST_REPEATS; tries++) {
      // Somebody has changed some table in between.
    }
    known.clear();
    known.putAll(indices(links, watched()));
  }

  /**
   * Puts rules into force and notes what they look like.
   *
   * @return whether nobody else has changed anything in between, which would pass for ours
   */
  private boolean putIntoForce(String script) throws IOException {
    int before = kernel.glimpse(List.of()).nftGeneration();
    kernel.nft(script);
    table = kernel.table(plan.marks().table()).orElse("");
    int after = kernel.glimpse(List.of()).nftGeneration();
    return after == before + 1;
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
    Map<String, Link> links = links();
    boolean ours = ownsTable();
    if (ours && !orderly && plan.listens() && plan.bypass().drops()) {
      List<String> from = plan.from().stream().filter(links::containsKey).toList();
      kernel.nft(NftRules.script(plan.marks(), new NftRules.Wiring(from, null, null), Fate.DROP));
      events.warn("the router went without a word: active packets are dropped until it is back");
    } else if (ours) {
      kernel.nft(NftRules.removal(plan.marks()));
    }
    connection.end(links);
  }

  private boolean ownsTable() throws IOException {
    return kernel
        .table(plan.marks().table())
        .flatMap(Marks::ownerOfTable)
        .filter(plan.marks().name()::equals)
        .isPresent();
  }

  private Map<String, Link> links() throws IOException {
    Map<String, Link> links = new HashMap<>();
    kernel.links().forEach(link -> links.put(link.name(), link));
    return links;
  }
}
