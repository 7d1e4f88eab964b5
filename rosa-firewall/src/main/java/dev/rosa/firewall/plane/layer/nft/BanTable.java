package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.layer.Devices;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.LayerSettings.WhenGone;
import dev.rosa.kernel.netlink.NetlinkSocket;
import dev.rosa.kernel.nft.NftTableReader;
import dev.rosa.kernel.nft.NftTransaction;
import dev.rosa.network.OwnershipMark;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The plane's nft table of family netdev. A chain for each interface leads to those of {@link
 * BanRules}, with a rule for each set that holds something; without such a set there is no chain.
 * One thread's.
 */
final class BanTable implements AutoCloseable {

  /** Words by which planes know their tables. */
  static final PlanRole ROLE = new PlanRole("rosaban_", "bans of", "link of", "plane");

  /** Before the chains of other programs, which begin at -300, and the diversion's, at 0. */
  private static final int PRIORITY = -400;

  /** Attempts to change it at once, while other processes change their tables. */
  private static final int MOST_REPEATS = 3;

  private static final String RULES = BanRules.BANS;
  private static final String INGRESS = "port_";

  private final OwnershipMark mark;
  private final LayerSettings settings;
  private final NetlinkSocket socket;
  private final NftTransaction transaction;
  private final NftTableReader reader;

  /** Number of this start, which is in the names of its sets. */
  private int run;

  /** The generation after the last change of its own, or the last look. */
  private int generation;

  /** Chains and rules as they were made; empty: none were. */
  private Optional<ByteBuffer> made = Optional.empty();

  private SortedSet<BanSet> inUse = new TreeSet<>();

  private BanTable(LayerSettings settings, NetlinkSocket socket, NftTableReader reader) {
    this.settings = settings;
    this.socket = socket;
    this.reader = reader;
    mark = mark(settings.name());
    transaction = new NftTransaction(socket, mark.table());
  }

  /** Gets ready to change the table, in this thread's network namespace. */
  static BanTable open(LayerSettings settings) throws IOException {
    NftTableReader reader = NftTableReader.open(mark(settings.name()).table());
    try {
      NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.Part.NETFILTER);
      return new BanTable(settings, socket, reader);
    } catch (IOException e) {
      reader.close();
      throw e;
    }
  }

  /** True if a table's comment is that of some plane. */
  static boolean isOfAPlane(String comment) {
    return comment.startsWith(mark("").onTable());
  }

  /** The mark of a plane of that name. */
  static OwnershipMark mark(String plane) {
    return new OwnershipMark(ROLE, plane);
  }

  private boolean isOwned() {
    return settings.whenGone() == WhenGone.LIFT;
  }

  /**
   * Makes the table, or takes over what an earlier run has left. What that has in force stays until
   * {@link #arrange}.
   *
   * @throws IOException in one line if there is one that is not this plane's
   */
  void begin() throws IOException {
    generation = reader.generation();
    Optional<NftTableReader.Head> head = requireOwn();
    if (head.isPresent() && head.get().owned()) {
      throw new IOException(
          "nft table netdev %s is that of a process that runs".formatted(mark.table()));
    }
    if (head.isPresent() && isOwned()) {
      // The kernel makes no table that is there a socket's own.
      transaction.deleteTable();
    }
    run = 1 + (isOwned() ? 0 : lastRun());
    addTable();
    commit();
  }

  private Optional<NftTableReader.Head> requireOwn() throws IOException {
    Optional<NftTableReader.Head> head = reader.head();
    if (head.isPresent() && !head.get().comment().equals(mark.onTable())) {
      throw new IOException(
          "there is an nft table netdev %s already that is not of %s: it stays as it is"
              .formatted(mark.table(), mark.owner()));
    }
    return head;
  }

  private int lastRun() throws IOException {
    int last = 0;
    for (String set : reader.sets()) {
      String number = set.substring(set.lastIndexOf('_') + 1);
      last = number.matches("\\d{1,8}") ? Math.max(last, Integer.parseInt(number)) : last;
    }
    return last;
  }

  private void addTable() {
    transaction.addTable(mark.onTable(), isOwned());
    for (Layer layer : Layer.values()) {
      transaction.addCounter(layer.counter());
    }
  }

  /** Begins a list of elements for a set, which is made if it is not there. */
  void beginAdding(BanSet set) {
    if (!inUse.contains(set)) {
      transaction.addSet(set.inKernel(run, settings.limitPerSecond()));
    }
    transaction.beginAdding(set.name(run));
  }

  /** Begins a list of elements that are to be deleted; they have to be there. */
  void beginDeleting(BanSet set) {
    transaction.beginDeleting(set.name(run));
  }

  /** Adds to the list. */
  void element(byte[] key, long timeoutMillis) {
    transaction.element(key, timeoutMillis);
  }

  /** Ends the list. */
  void endElements() {
    transaction.endElements();
  }

  /**
   * Puts the changes in force.
   *
   * @throws IOException in one line if none of them is in force
   */
  void commit() throws IOException {
    if (!transaction.isEmpty()) {
      transaction.commit();
      generation++;
    }
  }

  /** The sets that rules look up now. */
  Set<BanSet> inUse() {
    return inUse;
  }

  /** Makes table and sets again if they are gone. */
  void remake(Set<BanSet> sets) throws IOException {
    Optional<NftTableReader.Head> unused = requireOwn();
    addTable();
    sets.forEach(set -> transaction.addSet(set.inKernel(run, settings.limitPerSecond())));
    commit();
  }

  /**
   * Makes chains and rules for these sets on these interfaces, and takes all others of the table
   * away. Where a chain stays, its old rules are replaced in one transaction.
   *
   * @param devices interfaces by index
   */
  void arrange(SortedSet<BanSet> sets, Map<Integer, Devices.Port> devices) throws IOException {
    for (int tries = 0; !arrangeOnce(sets, devices) && tries < MOST_REPEATS; tries++) {
      // Another process has changed a table in between.
    }
  }

  /** Returns whether no other process has changed anything meanwhile, which would pass for it. */
  private boolean arrangeOnce(SortedSet<BanSet> sets, Map<Integer, Devices.Port> devices)
      throws IOException {
    Map<String, Devices.Port> wanted = new HashMap<>();
    if (!sets.isEmpty()) {
      devices.forEach((index, device) -> wanted.put(INGRESS + index, device));
    }
    Map<String, String> chains = reader.chains();
    List<String> present = reader.sets();
    boolean limits = BanRules.hasLimits(sets);
    if (!wanted.isEmpty()) {
      new BanRules(transaction, run).write(sets, chains.keySet());
    }
    removeUnwanted(chains, wanted);
    for (Map.Entry<String, Devices.Port> one : wanted.entrySet()) {
      writeIngress(one.getKey(), one.getValue(), chains.containsKey(one.getKey()), limits);
      commitIfLong();
    }
    removeIf(wanted.isEmpty(), RULES, chains);
    removeIf(wanted.isEmpty() || !limits, BanRules.LIMITS, chains);
    removeOthers(present, sets);
    commit();
    inUse = new TreeSet<>(sets);
    made = Optional.of(reader.structure());
    return reader.generation() == generation;
  }

  /** Takes away chains of another name or interface, which may lead to each other. */
  private void removeUnwanted(Map<String, String> chains, Map<String, Devices.Port> wanted)
      throws IOException {
    List<String> unwanted =
        chains.keySet().stream()
            .filter(name -> !name.equals(RULES) && !name.equals(BanRules.LIMITS))
            .filter(name -> !isAt(wanted.get(name), chains.get(name)))
            .toList();
    for (String name : unwanted) {
      transaction.flushChain(name);
      commitIfLong();
    }
    for (String name : unwanted) {
      transaction.deleteChain(name);
      commitIfLong();
    }
    unwanted.forEach(chains::remove);
  }

  private static boolean isAt(Devices.Port port, String device) {
    return port != null && port.name().equals(device);
  }

  private void removeIf(boolean isUnwanted, String chain, Map<String, String> chains) {
    if (isUnwanted && chains.containsKey(chain)) {
      transaction.flushChain(chain);
      transaction.deleteChain(chain);
    }
  }

  private void writeIngress(String name, Devices.Port port, boolean isThere, boolean limits) {
    if (isThere) {
      transaction.flushChain(name);
    } else {
      transaction.addIngress(name, port.name(), PRIORITY);
    }
    transaction.addRule(name, rule -> rule.jump(RULES));
    if (limits) {
      BanRules.writeJumps(transaction, name, port.counted());
    }
  }

  private void removeOthers(List<String> present, Set<BanSet> sets) throws IOException {
    Set<String> names = new HashSet<>();
    sets.forEach(set -> names.add(set.name(run)));
    for (String set : present) {
      if (!names.contains(set)) {
        transaction.deleteSet(set);
        commitIfLong();
      }
    }
  }

  /** Interfaces may be more than one transaction has room for; each is whole by itself. */
  private void commitIfLong() throws IOException {
    if (transaction.isLong()) {
      commit();
    }
  }

  /** True if another process has changed some nft table since the last look. */
  boolean isAnotherGeneration() throws IOException {
    return reader.generation() != generation;
  }

  /** True if chains and rules are as they were made. */
  boolean isWhole() throws IOException {
    int now = reader.generation();
    boolean whole = made.isPresent() && reader.structure().equals(made.get());
    generation = now;
    return whole;
  }

  /** True if an element is in its set. */
  boolean has(BanSet set, byte[] key) throws IOException {
    return reader.hasElement(set.name(run), key);
  }

  /** What each layer's rules have dropped; a counter that is gone is left out. */
  Map<Layer, NftTableReader.Count> counts() throws IOException {
    Map<Layer, NftTableReader.Count> counts = new EnumMap<>(Layer.class);
    for (Layer layer : Layer.values()) {
      reader.counter(layer.counter()).ifPresent(count -> counts.put(layer, count));
    }
    return counts;
  }

  /** Takes the table away, or leaves it, as the configuration says. */
  void end() throws IOException {
    if (isOwned()) {
      transaction.begin();
      transaction.deleteTable();
      commit();
    }
  }

  @Override
  public void close() throws IOException {
    try (reader) {
      socket.close();
    }
  }
}
