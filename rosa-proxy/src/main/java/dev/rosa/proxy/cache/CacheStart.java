package dev.rosa.proxy.cache;

import dev.rosa.kernel.bpf.BpfLink;
import dev.rosa.kernel.bpf.BpfProgram;
import java.io.IOException;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;

/** Start of the cache in the kernel; it needs CAP_BPF and CAP_NET_ADMIN. Stateless. */
public final class CacheStart {

  /** Maps that the daemon needs. */
  static final int MAPS = 5;

  /**
   * Where the cache is, and how large.
   *
   * @param links of clients
   * @param ports of HTTP
   * @param passMark mark of packets that pass
   * @param returnMark mark of packets that come back from the daemon
   * @param connections most of them
   * @param verdicts most of them
   */
  public record Place(
      List<String> links,
      List<Integer> ports,
      int passMark,
      int returnMark,
      int connections,
      int verdicts) {
    /** Copies. */
    public Place {
      links = List.copyOf(links);
      ports = List.copyOf(ports);
    }
  }

  private CacheStart() {}

  /**
   * Makes the maps, and attaches the program. Nothing passes before {@link KernelCache} says so.
   *
   * @return descriptors, of which this process or what it becomes makes a {@link KernelCache}; the
   *     program is there as long as they are open
   * @throws IOException in one line if the kernel refuses
   */
  public static List<Integer> start(Place place) throws IOException {
    CacheMaps maps = CacheMaps.make(place.connections(), place.verdicts());
    List<BpfLink> links = new ArrayList<>();
    byte[] instructions = CacheProgram.instructions(maps, place);
    try (BpfProgram program = BpfProgram.load(BpfProgram.TCX_INGRESS, "rosa_cache", instructions)) {
      for (String link : place.links()) {
        links.add(BpfLink.attach(program, link, index(link)));
      }
    } catch (IOException | RuntimeException e) {
      links.forEach(BpfLink::close);
      maps.close();
      throw e;
    }
    List<Integer> descriptors = new ArrayList<>(maps.descriptors());
    links.forEach(link -> descriptors.add(link.descriptor()));
    return descriptors;
  }

  private static int index(String link) throws IOException {
    NetworkInterface found = NetworkInterface.getByName(link);
    if (found == null) {
      throw new IOException("there is no interface " + link);
    }
    return found.getIndex();
  }

  /** How many descriptors a cache of so many links has. */
  public static int descriptors(int links) {
    return MAPS + links;
  }
}
