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
   * @param clients links of clients
   * @param servers links of servers
   * @param ports of HTTP
   * @param passMark mark of packets that pass
   * @param returnMark mark of packets that come back from the daemon
   * @param connections most of them
   * @param verdicts most of them
   */
  public record Place(
      List<String> clients,
      List<String> servers,
      List<Integer> ports,
      int passMark,
      int returnMark,
      int connections,
      int verdicts) {
    /** Copies. */
    public Place {
      clients = List.copyOf(clients);
      servers = List.copyOf(servers);
      ports = List.copyOf(ports);
    }
  }

  private CacheStart() {}

  /**
   * Makes the maps, and attaches the programs. Nothing passes before {@link KernelCache} says so.
   *
   * @return descriptors, of which this process or what it becomes makes a {@link KernelCache}; the
   *     programs are there as long as they are open
   * @throws IOException in one line if the kernel refuses
   */
  public static List<Integer> start(Place place) throws IOException {
    CacheMaps maps = CacheMaps.make(place.connections(), place.verdicts());
    List<BpfLink> links = new ArrayList<>();
    try {
      attach(CacheProgram.ofServers(maps, place), "rosa_answers", place.servers(), links);
      attach(CacheProgram.ofClients(maps, place), "rosa_requests", place.clients(), links);
    } catch (IOException | RuntimeException e) {
      links.forEach(BpfLink::close);
      maps.close();
      throw e;
    }
    List<Integer> descriptors = new ArrayList<>(maps.descriptors());
    links.forEach(link -> descriptors.add(link.descriptor()));
    return descriptors;
  }

  private static void attach(byte[] instructions, String name, List<String> to, List<BpfLink> links)
      throws IOException {
    try (BpfProgram program = BpfProgram.load(BpfProgram.TCX_INGRESS, name, instructions)) {
      for (String link : to) {
        links.add(BpfLink.attach(program, link, index(link)));
      }
    }
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
