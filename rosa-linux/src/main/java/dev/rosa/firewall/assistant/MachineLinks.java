package dev.rosa.firewall.assistant;

import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Interfaces of this machine by their names. One thread at a time. */
public final class MachineLinks {

  private final Kernel kernel;
  private Map<String, Link> known = Map.of();

  /** Those of a kernel, none of which was read yet. */
  public MachineLinks(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Reads those that are there now. */
  public Map<String, Link> read() throws IOException {
    Map<String, Link> links = new HashMap<>();
    kernel.links().forEach(link -> links.put(link.name(), link));
    known = links;
    return links;
  }

  /** Those that were there when they were read last. */
  public Map<String, Link> known() {
    return known;
  }

  /**
   * One of those that were read last, which must be there and be of Ethernet.
   *
   * @param otherwise what is not possible without it, with {@code %s} for its name
   */
  public Link requireEthernet(String name, String otherwise) throws IOException {
    Link link = known.get(name);
    if (link == null) {
      throw new IOException("there is no network interface " + name + "; 'ip link' lists them");
    }
    link.requireEthernet(otherwise);
    return link;
  }
}
