package dev.rosa.firewall.plane.layer;

import dev.rosa.kernel.link.LinkTable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The interfaces at which packets are dropped, as they come and go: those of the configuration, or
 * all but loopbacks and masters, whose packets come in at their ports. One thread's.
 */
public final class Devices implements AutoCloseable {

  private static final Set<String> MASTERS = Set.of("bridge", "bond", "team");

  private final List<String> names;
  private final LinkTable links;
  private Map<Integer, LinkTable.Entry> present = Map.of();

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
    for (LinkTable.Entry link : links.read()) {
      if (names.isEmpty() ? isWatched(link) : names.contains(link.name())) {
        now.put(link.index(), link);
      }
    }
    boolean changed = !now.equals(present);
    present = now;
    return changed;
  }

  private static boolean isWatched(LinkTable.Entry link) {
    return link.type() != LinkTable.LOOPBACK && !MASTERS.contains(link.kind());
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
