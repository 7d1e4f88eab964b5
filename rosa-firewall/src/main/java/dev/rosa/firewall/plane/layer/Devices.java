package dev.rosa.firewall.plane.layer;

import dev.rosa.kernel.link.LinkTable;
import dev.rosa.network.PlanRole;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The interfaces at which packets are dropped, as they come and go: those of the configuration, or
 * all but loopbacks, masters, whose packets come in at their ports, and the links that ROSA makes
 * for its roles, whose packets have come in before. One thread's.
 */
public final class Devices implements AutoCloseable {

  private static final Set<String> MASTERS = Set.of("bridge", "bond", "team");

  private static final String VLAN = "vlan";

  /** Kinds whose packets come in at the interface below, where rules see them as here. */
  private static final Set<String> STACKED = Set.of("macvlan", "macvtap", "ipvlan", "ipvtap");

  /** Packets of an interface that count for the limits of their sources. */
  public enum Counted {
    /** All. */
    ALL,
    /** Those that have a tag of a VLAN still: the interface below did not see their sources. */
    TAGGED,
    /** None: the interface below has counted them. */
    NONE
  }

  /** An interface, by name, and its packets that count. */
  public record Port(String name, Counted counted) {}

  private final List<String> names;
  private final LinkTable links;
  private Map<Integer, LinkTable.Entry> present = Map.of();
  private Map<Integer, Port> ports = Map.of();

  private Devices(List<String> names, LinkTable links) {
    this.names = names;
    this.links = links;
  }

  /** Gets ready to look; {@code names} empty: all. */
  public static Devices open(List<String> names) throws IOException {
    Devices devices = new Devices(names, LinkTable.open());
    devices.read();
    return devices;
  }

  /** True if other interfaces are there than at the last look; cheap if none has changed. */
  public boolean hasChanged() throws IOException {
    return links.hasChanged() && read();
  }

  /** Reads them; true if they are others than before. */
  public boolean read() throws IOException {
    Map<Integer, LinkTable.Entry> now = new TreeMap<>();
    Map<Integer, LinkTable.Entry> all = new TreeMap<>();
    links.read().forEach(link -> all.put(link.index(), link));
    for (LinkTable.Entry link : all.values()) {
      if (names.isEmpty() ? isWatched(link, all) : names.contains(link.name())) {
        now.put(link.index(), link);
      }
    }
    Map<Integer, Port> nowPorts = new TreeMap<>();
    now.forEach(
        (index, link) -> nowPorts.put(index, new Port(link.name(), counted(link, now, all))));
    boolean changed = !now.equals(present) || !nowPorts.equals(ports);
    present = now;
    ports = nowPorts;
    return changed;
  }

  private static boolean isWatched(LinkTable.Entry link, Map<Integer, LinkTable.Entry> all) {
    return link.type() != LinkTable.LOOPBACK
        && !MASTERS.contains(link.kind())
        && !isAssistantLink(link, all);
  }

  /**
   * True if both ends of a pair are here and have the alias of ROSA's own. What is to come in by
   * one has to be sent by the other, so no packet of a neighbour comes in there first.
   */
  private static boolean isAssistantLink(LinkTable.Entry link, Map<Integer, LinkTable.Entry> all) {
    LinkTable.Entry peer = all.get(link.lower());
    return isMarked(link)
        && peer != null
        && isMarked(peer)
        && peer.lower() == link.index()
        && peer.alias().equals(link.alias());
  }

  private static boolean isMarked(LinkTable.Entry link) {
    return link.kind().equals("veth") && link.alias().startsWith(PlanRole.ASSISTANT_LINK + " ");
  }

  private Counted counted(
      LinkTable.Entry link,
      Map<Integer, LinkTable.Entry> watched,
      Map<Integer, LinkTable.Entry> all) {
    LinkTable.Entry lower = all.get(link.lower());
    boolean isVlan = link.kind().equals(VLAN);
    if (lower == null || !(isVlan || STACKED.contains(link.kind()))) {
      return Counted.ALL;
    }
    boolean arePortsWatched = names.isEmpty() && MASTERS.contains(lower.kind());
    if (!watched.containsKey(lower.index()) && !arePortsWatched) {
      return Counted.ALL;
    }
    return isVlan ? Counted.TAGGED : Counted.NONE;
  }

  /** They, by index, and which of their packets count for limits. */
  public Map<Integer, Port> ports() {
    return Map.copyOf(ports);
  }

  /** Their names, by index. */
  public Map<Integer, String> names() {
    Map<Integer, String> all = new TreeMap<>();
    present.forEach((index, link) -> all.put(index, link.name()));
    return all;
  }

  /** Those that are there. */
  public List<LinkTable.Entry> present() {
    return List.copyOf(present.values());
  }

  /** Names of the configuration that are not there. */
  public Set<String> absent() {
    Set<String> absent = new HashSet<>(names);
    present.values().forEach(link -> absent.remove(link.name()));
    return absent;
  }

  @Override
  public void close() throws IOException {
    links.close();
  }
}
