package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.LayerSettings.WhenGone;
import dev.rosa.kernel.netlink.NetlinkSocket;
import dev.rosa.kernel.nft.NftExpressions;
import dev.rosa.kernel.nft.NftExpressions.Header;
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
 * The plane's nft table of family netdev. A chain for each interface leads to one chain with a rule
 * for each set that holds something; without such a set there is no chain. One thread's.
 */
final class BanTable implements AutoCloseable {

  /** Words by which planes know their tables. */
  static final PlanRole ROLE = new PlanRole("rosaban_", "bans of", "link of", "plane");

  /** Before the chains of other programs, which begin at -300, and the diversion's, at 0. */
  private static final int PRIORITY = -400;

  /** Attempts to change it at once, while other processes change their tables. */
  private static final int MOST_REPEATS = 3;

  /** EtherTypes of VLAN tags. */
  private static final int[] TAGS = {0x8100, 0x88a8};

  /** Places of the first two tags' numbers of the VLAN in a frame. */
  private static final int[] TAG_OFFSETS = {14, 18};

  /** Bits of such a number, which is 0 for a priority tag. */
  private static final byte[] VLAN_OF_TAG = {0x0f, (byte) 0xff};

  private static final int IPV6 = 0x86dd;
  private static final byte ICMPV6 = 58;

  /** Places in a packet of IPv6. */
  private static final int NEXT_HEADER = 6;

  private static final int ICMPV6_TYPE = 40;

  /** Types of ICMPv6: neighbour solicitation and advertisement. */
  private static final byte[] DISCOVERY = {(byte) 135, (byte) 136};

  private static final String RULES = "bans";
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

  /** Chains and rules as they were made. */
  private ByteBuffer made = ByteBuffer.allocate(0);

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
    transaction.commit();
    generation = reader.generation();
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
   * @param devices names of interfaces by index
   */
  void arrange(SortedSet<BanSet> sets, Map<Integer, String> devices) throws IOException {
    for (int tries = 0; !arrangeOnce(sets, devices) && tries < MOST_REPEATS; tries++) {
      // Another process has changed a table in between.
    }
  }

  /** Returns whether no other process has changed anything meanwhile, which would pass for it. */
  private boolean arrangeOnce(SortedSet<BanSet> sets, Map<Integer, String> devices)
      throws IOException {
    Map<String, String> wanted = new HashMap<>();
    if (!sets.isEmpty()) {
      devices.forEach((index, device) -> wanted.put(INGRESS + index, device));
    }
    Map<String, String> chains = reader.chains();
    List<String> present = reader.sets();
    if (!wanted.isEmpty()) {
      writeRules(sets, chains.containsKey(RULES));
    }
    removeUnwanted(chains, wanted);
    for (Map.Entry<String, String> one : wanted.entrySet()) {
      writeIngress(one.getKey(), one.getValue(), chains.containsKey(one.getKey()));
      commitIfLong();
    }
    if (wanted.isEmpty() && chains.containsKey(RULES)) {
      transaction.flushChain(RULES);
      transaction.deleteChain(RULES);
    }
    removeOthers(present, sets);
    commit();
    inUse = new TreeSet<>(sets);
    made = reader.structure();
    return reader.generation() == generation;
  }

  private void writeRules(SortedSet<BanSet> sets, boolean isThere) {
    transaction.addChain(RULES);
    if (isThere) {
      transaction.flushChain(RULES);
    }
    if (sets.stream().anyMatch(set -> set.family() != Source.Family.MAC)) {
      writeHiddenRules();
    }
    for (BanSet set : sets) {
      if (set.kind() == BanSet.Kind.NEIGHBOUR) {
        writeDiscoveryRules();
      }
      transaction.addRule(RULES, rule -> set.writeRule(rule, set.name(run)));
    }
  }

  /**
   * Drops frames with a further tag if it or the one before is a priority tag: the kernel takes one
   * off before this chain and the others behind it, so that no rule for an address sees the packet.
   */
  private void writeHiddenRules() {
    for (int tag : TAGS) {
      for (int offset : TAG_OFFSETS) {
        transaction.addRule(RULES, rule -> writeHidden(rule.protocolIs(tag), offset));
      }
    }
  }

  private static void writeHidden(NftExpressions rule, int offset) {
    rule.load(Header.LINK, offset, VLAN_OF_TAG.length)
        .mask(VLAN_OF_TAG)
        .isZero(VLAN_OF_TAG.length)
        .count(Layer.IP.counter())
        .drop();
  }

  /**
   * Lets neighbour solicitations and advertisements pass whose address is not banned, as {@link
   * BanSet#writeRule} lets ARP: the neighbour table has to show the owner of a MAC address.
   */
  private void writeDiscoveryRules() {
    for (byte type : DISCOVERY) {
      transaction.addRule(
          RULES,
          rule ->
              rule.protocolIs(IPV6)
                  .load(Header.NETWORK, NEXT_HEADER, 1)
                  .is(ICMPV6)
                  .load(Header.NETWORK, ICMPV6_TYPE, 1)
                  .is(type)
                  .goBack());
    }
  }

  /** Takes away chains of another name or interface, which may lead to each other. */
  private void removeUnwanted(Map<String, String> chains, Map<String, String> wanted)
      throws IOException {
    List<String> unwanted =
        chains.keySet().stream()
            .filter(name -> !name.equals(RULES) && !chains.get(name).equals(wanted.get(name)))
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

  private void writeIngress(String name, String device, boolean isThere) {
    if (isThere) {
      transaction.flushChain(name);
    } else {
      transaction.addIngress(name, device, PRIORITY);
    }
    transaction.addRule(name, rule -> rule.jump(RULES));
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
    boolean whole = reader.structure().equals(made);
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
