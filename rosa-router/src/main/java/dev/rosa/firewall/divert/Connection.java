package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.AssistantLink;
import dev.rosa.firewall.assistant.ChecksumOffload;
import dev.rosa.firewall.assistant.ReturnPath;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.network.Failures;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import dev.rosa.packetio.IngressAddress;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Connection of the keeper process with the router's workers: the link that leads to them, the
 * receiver of their heartbeats, and the way back. The link is the assistant link or a NIC. The
 * connection knows an interface by its index. One thread at a time.
 */
final class Connection {

  private final DiversionPlan plan;
  private final Kernel kernel;
  private final BeatReceiver receiver;
  private final AssistantLink pair;
  private final ReturnPath returnPath;
  private final ChecksumOffload checksums;

  /** Index of the interface that is set up and listened to; 0: none. */
  private int connected;

  /** True if packets can come back. */
  private boolean returns;

  /** One that is not made yet. */
  Connection(DiversionPlan plan, Kernel kernel, BeatReceiver receiver) {
    this.plan = plan;
    this.kernel = kernel;
    this.receiver = receiver;
    pair = new AssistantLink(kernel, plan.pair(), otherNames(plan));
    returnPath = new ReturnPath(kernel, plan.pair().link(), IngressAddress.MOST);
    checksums = new ChecksumOffload(kernel, plan.link());
  }

  private static String otherNames(DiversionPlan plan) {
    return plan.form() == DiversionPlan.Form.LOCAL
        ? "<assistant> other names"
        : "--name another name";
  }

  /**
   * Removes what an earlier run left of the links that are made here.
   *
   * @return whether there was anything
   * @throws IOException if a link of its name is not this router's, or a router that runs uses it
   */
  boolean removeLeftovers(Map<String, Link> links) throws IOException {
    if (!plan.makesPair()) {
      return false;
    }
    Link there = links.get(plan.pair().link());
    boolean marked = there != null && there.alias().equals(plan.mark().onLink());
    boolean beats = plan.form() == DiversionPlan.Form.LOCAL;
    if (marked && beats && receiver.hearsBeatsOn(there.index())) {
      throw new IOException(
          "router %s is running already: its assistant link %s is in use"
              .formatted(plan.mark().name(), there.name()));
    }
    return pair.removeLeftovers(links);
  }

  /** True if nothing is to be done about it. */
  boolean isWhole(Map<String, Link> links) {
    if (!plan.listens()) {
      return true;
    }
    Link link = links.get(plan.link());
    return link != null && link.index() == connected && pair.isWhole(links);
  }

  /** True if there are links by which packets go and come back. */
  boolean exists() {
    return connected != 0 && returns;
  }

  /**
   * Makes or mends it; a NIC that is not there is waited for.
   *
   * @param seen where the links are looked up, again when some were made
   * @param sources where packets come in
   * @return whether links were made
   * @throws IOException if it cannot be: then there is no connection
   */
  boolean make(Links seen, List<Source> sources) throws IOException {
    connected = 0;
    Map<String, Link> links = seen.now();
    boolean makes = !pair.isWhole(links);
    if (makes) {
      pair.removeLeftovers(links);
      pair.make(links, sources);
      links = seen.now();
    }
    Link link = links.get(plan.link());
    if (link != null) {
      checksums.disable(link.index());
      receiver.listenOn(link.index());
      connected = link.index();
    }
    return makes;
  }

  /** Lookup of links. */
  interface Links {
    /** All there are, by name. */
    Map<String, Link> now() throws IOException;
  }

  /**
   * Lets it carry all that the sources carry, and return it to them.
   *
   * @return whether the way back had been changed by something else, and was repaired
   * @throws IOException if it cannot be: then there is no connection
   */
  boolean fit(Map<String, Link> links, List<Source> sources) throws IOException {
    if (!plan.makesPair()) {
      returns = true;
      return false;
    }
    returns = false;
    if (!pair.isWhole(links)) {
      return false;
    }
    pair.fitMtu(links, sources);
    boolean mended = returnPath.fit(links.get(plan.pair().link()).index(), sources);
    returns = true;
    return mended;
  }

  /** True if this kernel forwards packets that come in on the diverted links. */
  boolean forwardsAnything() throws IOException {
    for (String name : plan.from()) {
      for (String family : List.of("ipv4", "ipv6")) {
        String path = "%s/conf/%s/forwarding".formatted(family, name);
        if (kernel.setting(path).orElse("0").equals("1")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes it away, and puts a NIC's settings back. */
  void end(Map<String, Link> links) throws IOException {
    if (!plan.makesPair()) {
      return;
    }
    Failures failures = new Failures();
    failures.collect(() -> pair.remove(links));
    Link nic = links.get(plan.nic());
    if (nic != null) {
      failures.collect(() -> checksums.restore(nic.index()));
    }
    failures.throwFirst();
  }
}
