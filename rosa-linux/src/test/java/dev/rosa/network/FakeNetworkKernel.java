package dev.rosa.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.rosa.kernel.link.LinkTable;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.kernel.nft.NftTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A kernel that remembers links, tables and settings, and what it was told. One thread. */
public final class FakeNetworkKernel implements Kernel {

  private static final Pattern DEVICE = Pattern.compile("device \"([^\"]*)\"");

  public final Map<String, Link> links = new TreeMap<>();
  public final NavigableMap<String, String> tables = new TreeMap<>();
  public final Map<String, String> settings = new TreeMap<>();
  public boolean routingRules;
  public final Map<String, Boolean> txChecksums = new TreeMap<>();

  /** Operation that is refused from now on; null: none. */
  public String refusal;

  /** By interface: commands of tc, without those that only clear the way. */
  public final Map<String, String> filters = new TreeMap<>();

  /** The interfaces whose filters were asked for, one after the other. */
  public final List<String> filtersAsked = new ArrayList<>();

  /** The interfaces whose filters cannot be read. */
  public final Set<String> unreadableFilters = new HashSet<>();

  /** The tables whose contents were asked for. */
  public final Set<String> tablesRead = new TreeSet<>();

  /** Families and kinds of routing entries that were made, such as {@code -4 rule}. */
  public final Set<String> routing = new TreeSet<>();

  /** True if the list of links cannot be read. */
  public boolean unreadableLinks;

  /** With what {@code tc} refuses from now on; null: it does not. */
  public String tcRefusal;

  /** True if rules for interfaces are taken that are not there. */
  public boolean preparesRules = true;

  /** True if rules may ask for routes. */
  public boolean looksUpRoutes = true;

  /** True if chains at the egress of interfaces are taken. */
  public boolean takesEgress = true;

  /** The word with which {@code ip} is refused from now on; null: none. */
  public String ipRefusal;

  /** Number of requests for all links. */
  public long looks;

  /** Another program's action right after the next nft transaction; null: none. */
  public Runnable afterNft;

  private int generation;
  private int tablesSeen;
  private final Map<String, String> peers = new TreeMap<>();
  private int lastIndex;

  public FakeNetworkKernel(String... names) {
    for (String name : names) {
      add(name, "");
      settings.put("ipv4/conf/" + name + "/forwarding", "1");
    }
  }

  public void add(String name, String alias) {
    put(
        new Link(
            name,
            ++lastIndex,
            true,
            1500,
            Link.ETHERNET,
            "02:00:00:00:00:0" + lastIndex,
            alias,
            "",
            "",
            ""));
    settings.put("ipv4/conf/" + name + "/rp_filter", "1");
    settings.put("ipv4/conf/" + name + "/forwarding", "0");
    settings.put("ipv6/conf/" + name + "/disable_ipv6", "0");
  }

  private void put(Link link) {
    links.put(link.name(), link);
  }

  /** An interface goes, and one of its name comes back, as the kernel makes new ones. */
  public void replace(String name) {
    links.remove(name);
    txChecksums.remove(name);
    add(name, "");
  }

  /** Adds a link as it is before it is set up. */
  public void addBare(String name, String mac) {
    add(name, "");
    put(new Link(name, lastIndex, false, 1500, Link.ETHERNET, mac, "", "", "", ""));
  }

  /** One that carries packets without an Ethernet header. */
  public void addOfType(String name, String type) {
    add(name, "");
    put(new Link(name, lastIndex, true, 1500, type, "", "", "", "", ""));
  }

  public void mtu(String name, int bytes) {
    change(name, link -> link.mtuBytes = bytes);
  }

  /** It gets another MAC address. */
  public void mac(String name, String mac) {
    change(name, link -> link.mac = mac);
  }

  /** It has another index. */
  public void index(String name, int index) {
    change(name, link -> link.index = index);
  }

  private void alias(String name, String alias) {
    change(name, link -> link.alias = alias);
  }

  /** It is set up or down. */
  public void up(String name, boolean up) {
    change(name, link -> link.up = up);
  }

  /** It becomes the port of something, as {@link Link#master} has it. */
  public void master(String name, String master) {
    change(name, link -> link.master = master);
  }

  /** Adds a virtual interface that is stacked on another one. */
  public void stack(String name, String kind, String lower) {
    add(name, "");
    change(
        name,
        link -> {
          link.kind = kind;
          link.lower = lower;
        });
  }

  /** It gets another name and keeps its index. */
  public void rename(String name, String other) {
    change(name, link -> link.name = other);
  }

  private void change(String name, Consumer<ChangingLink> change) {
    ChangingLink attributes = new ChangingLink(links.remove(name));
    change.accept(attributes);
    put(attributes.link());
  }

  @Override
  public KernelSnapshot snapshot(String prefix, WatchedLinks watched) {
    List<LinkTable.State> states =
        links.values().stream().map(link -> ChangingLink.state(link, links)).toList();
    return KernelSnapshot.of(
        ByteBuffer.wrap(tablesOf(prefix).toString().getBytes(UTF_8)), watched, states);
  }

  private Map<String, String> tablesOf(String prefix) {
    return tables.subMap(prefix, prefix + '~');
  }

  @Override
  public int nftGeneration() {
    return generation();
  }

  /** Another one for every transaction, and after a test has changed the tables by itself. */
  private int generation() {
    if (tables.hashCode() != tablesSeen) {
      tablesSeen = tables.hashCode();
      generation++;
    }
    return generation;
  }

  @Override
  public boolean hasRoutingRules() {
    return routingRules;
  }

  @Override
  public List<Link> links() throws IOException {
    refuse();
    if (unreadableLinks) {
      throw new IOException("ip link show: cannot be read");
    }
    looks++;
    return new ArrayList<>(links.values());
  }

  private void refuse() throws IOException {
    if (refusal != null) {
      throw new IOException(refusal);
    }
  }

  @Override
  public Optional<String> table(String family, String name) {
    String key = key(family, name);
    tablesRead.add(key);
    return Optional.ofNullable(tables.get(key));
  }

  /** Tables of family netdev are known by their name alone. */
  private static String key(String family, String name) {
    return family.equals("netdev") ? name : name + " of " + family;
  }

  @Override
  public List<NftTable> tables(String prefix) {
    return tablesOf(prefix).entrySet().stream()
        .map(table -> new NftTable(table.getKey(), comment(table.getValue()), devices(table)))
        .toList();
  }

  private static String comment(String listing) {
    Matcher comment = Pattern.compile("comment \"([^\"]*)\"").matcher(listing);
    return comment.find() ? comment.group(1) : "";
  }

  private static Set<String> devices(Map.Entry<String, String> table) {
    return DEVICE
        .matcher(table.getValue())
        .results()
        .map(device -> device.group(1))
        .collect(toSet());
  }

  @Override
  public void nft(String script) throws IOException {
    refuse();
    requireDevices(script);
    requireParts(script);
    generation();
    String[] table = script.substring(0, script.indexOf('\n')).split(" ");
    String key = key(table[2], table[3]);
    tables.remove(key);
    int block = script.indexOf("table %s %s {".formatted(table[2], table[3]));
    if (block >= 0) {
      tables.put(key, script.substring(block));
    }
    tablesSeen = tables.hashCode();
    generation++;
    Runnable other = afterNft;
    afterNft = null;
    if (other != null) {
      other.run();
    }
  }

  private void requireDevices(String script) throws IOException {
    Matcher device = DEVICE.matcher(script);
    while (!preparesRules && device.find()) {
      if (!links.containsKey(device.group(1))) {
        throw new IOException("nft -f -: No such file or directory");
      }
    }
  }

  private void requireParts(String script) throws IOException {
    if (!looksUpRoutes && script.contains("fib ")) {
      throw new IOException("nft -f -: No such file or directory");
    }
    if (!takesEgress && script.contains("hook egress")) {
      throw new IOException("nft -f -: Operation not supported");
    }
  }

  @Override
  public NftFigures figures(String table) {
    return NftFigures.NONE;
  }

  @Override
  public String filters(String link) throws IOException {
    filtersAsked.add(link);
    if (unreadableFilters.contains(link)) {
      throw new IOException("tc filter show: too long");
    }
    return filters.getOrDefault(link, "");
  }

  @Override
  public void tc(String script) throws IOException {
    refuse();
    if (tcRefusal != null) {
      throw new IOException("tc -batch -: " + tcRefusal);
    }
    String link = script.split(" ")[3];
    filters.put(
        link, script.lines().filter(line -> line.startsWith("filter add")).collect(joining("\n")));
  }

  @Override
  public void ip(String... arguments) throws IOException {
    refuse();
    List<String> words = List.of(arguments);
    if (ipRefusal != null && words.contains(ipRefusal)) {
      throw new IOException("ip: no " + ipRefusal);
    }
    switch (words.get(0) + " " + words.get(1)) {
      case "link add" -> {
        pair(words.get(3), words.get(10));
        mac(words.get(3), words.get(5));
        mac(words.get(10), words.get(12));
      }
      case "link del" -> {
        filters.remove(words.get(3));
        links.remove(words.get(3));
        links.remove(peers.getOrDefault(words.get(3), ""));
      }
      case "-4 rule", "-4 route", "-6 rule", "-6 route" -> route(words);
      default -> set(words);
    }
  }

  private void route(List<String> words) {
    String kind = words.get(0) + " " + words.get(1);
    if (words.get(2).equals("add")) {
      routing.add(kind);
    } else {
      routing.remove(kind);
    }
  }

  @Override
  public String shown(String... arguments) {
    return routing.contains(arguments[0] + " " + arguments[1]) ? "default" : "";
  }

  /** Makes a pair of links. */
  public void pair(String link, String peer) {
    stack(link, "veth", peer);
    stack(peer, "veth", link);
    peers.put(link, peer);
    peers.put(peer, link);
  }

  private void set(List<String> words) {
    if (words.contains("alias")) {
      alias(words.get(3), words.get(words.indexOf("alias") + 1));
    }
    if (words.contains("mtu")) {
      mtu(words.get(3), Integer.parseInt(words.get(words.indexOf("mtu") + 1)));
    }
  }

  @Override
  public Optional<String> setting(String path) {
    return Optional.ofNullable(settings.get(path));
  }

  @Override
  public void setting(String path, String value) {
    settings.put(path, value);
  }

  @Override
  public boolean txChecksum(String link) {
    return txChecksums.getOrDefault(link, true);
  }

  @Override
  public void txChecksum(String link, boolean on) {
    txChecksums.put(link, on);
  }
}
