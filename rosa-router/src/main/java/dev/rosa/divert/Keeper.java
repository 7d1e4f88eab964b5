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

  private static final long LOOK_NANOS = 900_000_000L;

  private final Plan plan;
  private final Kernel kernel;
  private final Ear ear;
  private final Events events;
  private final AssistantLink assistant;
  private final TransitSettings settings;
  private final Pulse pulse;

  /** The links of the plan as they were when rules were made for them; by name, their index. */
  private final Map<String, Integer> known = new HashMap<>();

  private Fate fate;
  private String table = "";
  private long nextLookNanos;
  private long retryNanos;
  private String trouble = "";
  private long remade;
  private long bypasses;

  /** Where beats are heard. */
  interface Ear {
    /** From now on, beats on this interface are heard. */
    void listenOn(int interfaceIndex) throws IOException;

    /** Whether somebody beats on this interface, waited for long enough to tell. */
    boolean hearsSomebodyOn(int interfaceIndex) throws IOException;
  }

  Keeper(Plan plan, Kernel kernel, Ear ear, Events events) {
    this.plan = plan;
    this.kernel = kernel;
    this.ear = ear;
    this.events = events;
    assistant = new AssistantLink(kernel, plan);
    settings = new TransitSettings(kernel);
    pulse = new Pulse(plan.bypass().silence(), plan.bypass().workers());
    fate = whileGone();
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
    if (plan.makesLink()) {
      requireNobodyAlive(links.get(plan.link()));
      leftovers |= assistant.removeLeftovers(links);
    }
    if (leftovers) {
      events.info("found what an earlier run left, and took it over");
    }
    try {
      connect();
      apply(links(), fate);
    } catch (IOException e) {
      takeAway(e, !leftovers);
      throw e;
    }
    nextLookNanos = nowNanos + LOOK_NANOS;
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
    List<String> needed = new ArrayList<>(plan.from());
    if (!plan.makesLink()) {
      needed.add(plan.listens() ? plan.link() : plan.peer());
    }
    for (String name : needed) {
      if (!links.containsKey(name)) {
        throw new IOException("there is no network interface " + name + "; 'ip link' lists them");
      }
    }
  }

  /** What beats is no leftover. */
  private void requireNobodyAlive(Link there) throws IOException {
    boolean ours = there != null && there.alias().equals(plan.marks().linkMark());
    if (ours && ear.hearsSomebodyOn(there.index())) {
      throw new IOException(
          "router %s is running already: its assistant link %s is in use"
              .formatted(plan.marks().name(), there.name()));
    }
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

  /** Makes the link, or takes the NIC, that leads to the assistant. */
  private void connect() throws IOException {
    if (plan.makesLink()) {
      assistant.make(links());
    }
    if (plan.listens()) {
      settings.apply(plan.link(), plan.from());
      ear.listenOn(links().get(plan.link()).index());
      pulse.forget();
    }
  }

  private void warnIfNothingForwards() throws IOException {
    if (!settings.anyForwards("ipv4", plan.from()) && !settings.anyForwards("ipv6", plan.from())) {
      events.warn(
          "this kernel forwards nothing that comes in on %s: net.ipv4.ip_forward and"
                  .formatted(String.join(" ", plan.from()))
              + " net.ipv6.conf.all.forwarding are 0");
    }
  }

  /** A worker was heard. */
  void hear(Beat beat, long nowNanos) {
    pulse.hear(beat, nowNanos);
  }

  /** To be called several times a second. */
  void turn(long nowNanos) {
    if (nowNanos - retryNanos < 0) {
      return;
    }
    try {
      Fate wanted = !plan.listens() || pulse.isAlive(nowNanos) ? Fate.DIVERT : whileGone();
      if (plan.listens() && wanted != fate) {
        change(wanted, nowNanos);
      }
      if (nowNanos - nextLookNanos >= 0) {
        nextLookNanos = nowNanos + LOOK_NANOS;
        look();
      }
      trouble = "";
    } catch (IOException e) {
      retryNanos = nowNanos + LOOK_NANOS;
      complain(e);
    }
  }

  /** Once: it is tried again and again. */
  private void complain(IOException e) {
    if (!trouble.equals(e.getMessage())) {
      trouble = e.getMessage();
      events.warn("trouble with the diversion, to be tried again: " + trouble);
    }
  }

  private void change(Fate wanted, long nowNanos) throws IOException {
    apply(links(), wanted);
    fate = wanted;
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
    String why = pulse.complaint(nowNanos) + ": " + consequence();
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

  /** Looks whether everything is still as it was made. */
  private void look() throws IOException {
    Map<String, Link> links = links();
    if (plan.makesLink() && !assistant.isWhole(links)) {
      remakeLink(links);
      return;
    }
    if (plan.makesLink()) {
      assistant.fitMtu(links);
    }
    if (!indices(links).equals(known)) {
      followLinks(links);
    } else if (!kernel.table(plan.marks().table()).orElse("").equals(table)) {
      remakeRules(links);
    }
  }

  private void remakeLink(Map<String, Link> links) throws IOException {
    assistant.removeLeftovers(links);
    connect();
    apply(links(), fate);
    remade++;
    events.warn("somebody removed or changed the assistant link: made again");
    report();
  }

  private void remakeRules(Map<String, Link> links) throws IOException {
    requireOwnTable(kernel.table(plan.marks().table()));
    apply(links, fate);
    remade++;
    events.warn(
        "somebody flushed or changed the nft table %s: made again".formatted(plan.marks().table()));
    report();
  }

  /** Interfaces have come or gone. */
  private void followLinks(Map<String, Link> links) throws IOException {
    Map<String, Integer> before = new HashMap<>(known);
    if (plan.listens() && !plan.makesLink() && links.containsKey(plan.link())) {
      connect();
    }
    apply(links, fate);
    for (String name : watched()) {
      boolean there = known.containsKey(name);
      if (!there && before.containsKey(name)) {
        events.warn("interface " + name + " is gone: nothing of it is diverted until it is back");
      } else if (there && !known.get(name).equals(before.get(name))) {
        events.info("interface " + name + " is back");
      }
    }
    report();
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

  private Map<String, Integer> indices(Map<String, Link> links) {
    Map<String, Integer> indices = new HashMap<>();
    for (String name : watched()) {
      if (links.containsKey(name)) {
        indices.put(name, links.get(name).index());
      }
    }
    return indices;
  }

  /** Puts rules into force for those links of the plan that are there. */
  private void apply(Map<String, Link> links, Fate wanted) throws IOException {
    boolean complete = plan.link() == null || links.containsKey(plan.link());
    List<String> from = plan.from().stream().filter(links::containsKey).toList();
    Fate possible = complete ? wanted : whileGone();
    boolean peerThere = plan.peer() != null && links.containsKey(plan.peer());
    kernel.nft(
        NftRules.script(
            plan.marks(),
            new NftRules.Wiring(from, plan.link(), peerThere ? plan.peer() : null),
            possible));
    table = kernel.table(plan.marks().table()).orElse("");
    known.clear();
    known.putAll(indices(links));
  }

  private void report() {
    boolean diverting = !plan.listens() || fate == Fate.DIVERT;
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
    if (plan.makesLink()) {
      assistant.remove(links);
    } else if (plan.listens() && links.containsKey(plan.link())) {
      settings.restore();
    }
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
