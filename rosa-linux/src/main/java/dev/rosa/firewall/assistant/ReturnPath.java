package dev.rosa.firewall.assistant;

import dev.rosa.network.Kernel;
import dev.rosa.packetio.IngressAddress;
import java.io.IOException;
import java.util.List;

/**
 * Way back into the kernel: packets that a role has worked on come in again at the interface where
 * they came in first. Its tc filters, on the end of a pair at which packets arrive, go by the
 * number in the source address. All rules of the machine see the packets there. One thread at a
 * time.
 */
public final class ReturnPath {

  private static final String ACTION = " action mirred ingress redirect dev ";

  private final Kernel kernel;
  private final String link;
  private final int numberBits;

  /** Interfaces that filters were made for; null: none were made. */
  private List<Source> made;

  private int madeOn;
  private String listing = "";

  /**
   * A way that is not made yet.
   *
   * @param link the end at which packets arrive
   * @param numberBits mask of those bits of the number that name an interface; the others are the
   *     role's
   */
  public ReturnPath(Kernel kernel, String link, int numberBits) {
    this.kernel = kernel;
    this.link = link;
    this.numberBits = numberBits;
  }

  /**
   * Makes filters, if there are none for these interfaces.
   *
   * @param index the link's: another one of its name has no filters
   * @return whether those that were made for them had been changed by something else
   * @throws IOException in one line, e.g. if the kernel has no such filters
   */
  public boolean fit(int index, List<Source> sources) throws IOException {
    boolean same = index == madeOn && sources.equals(made);
    if (same && kernel.filters(link).equals(listing)) {
      return false;
    }
    make(sources);
    made = sources;
    madeOn = index;
    listing = kernel.filters(link);
    return same;
  }

  private void make(List<Source> sources) throws IOException {
    made = null;
    StringBuilder script = new StringBuilder("qdisc replace dev " + link + " clsact\n");
    script.append("filter del dev ").append(link).append(" ingress\n");
    for (Source source : sources) {
      if (source.usable()) {
        script.append(filter(source));
      }
    }
    try {
      kernel.tc(script.toString());
    } catch (IOException e) {
      throw new IOException(explained(e.getMessage()), e);
    }
  }

  /** The source address is in the eight bytes in front of the packet. */
  private String filter(Source source) {
    return "filter add dev %s ingress protocol all pref 1 u32".formatted(link)
        + " match u32 0x%08x 0xffffffff at -8".formatted(IngressAddress.PREFIX)
        + " match u16 0x%04x 0x%04x at -4".formatted(source.number(), numberBits)
        + "%s\"%s\"\n".formatted(ACTION, source.device());
  }

  private static String explained(String message) {
    String missing = missing(message);
    return missing.isEmpty()
        ? message
        : "this kernel has no %s, by which packets come back: %s".formatted(missing, message);
  }

  private static String missing(String message) {
    if (message.contains("qdisc kind")) {
      return "clsact (module sch_ingress)";
    }
    if (message.contains("action module")) {
      return "mirred action (module act_mirred)";
    }
    return message.contains("classifier") ? "u32 filter (module cls_u32)" : "";
  }
}
