package dev.rosa.divert;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * How the keeper is connected with the router's workers: the assistant link or the NIC that leads
 * to them, its settings, and the ear on it. What it is connected to it knows by an interface's
 * index. One thread at a time.
 */
final class Connection {

  private final Plan plan;
  private final Ear ear;
  private final AssistantLink assistant;
  private final TransitSettings settings;

  /** Index of the interface that is set up and listened to; 0: none. */
  private int connected;

  /** Where beats are heard. */
  interface Ear {
    /** From now on, beats on this interface are heard. */
    void listenOn(int interfaceIndex) throws IOException;

    /** Whether somebody beats on this interface, waited for long enough to tell. */
    boolean hearsSomebodyOn(int interfaceIndex) throws IOException;
  }

  /** One that is not made yet. */
  Connection(Plan plan, Kernel kernel, Ear ear) {
    this.plan = plan;
    this.ear = ear;
    assistant = new AssistantLink(kernel, plan);
    settings = new TransitSettings(kernel, plan.link());
  }

  /**
   * Removes what an earlier run left of the assistant link.
   *
   * @return whether there was anything
   * @throws IOException if a link of its name is somebody else's, or a running router's
   */
  boolean removeLeftovers(Map<String, Link> links) throws IOException {
    if (!plan.makesLink()) {
      return false;
    }
    Link there = links.get(plan.link());
    boolean marked = there != null && there.alias().equals(plan.marks().linkMark());
    if (marked && ear.hearsSomebodyOn(there.index())) {
      throw new IOException(
          "router %s is running already: its assistant link %s is in use"
              .formatted(plan.marks().name(), there.name()));
    }
    return assistant.removeLeftovers(links);
  }

  /** Whether nothing is to be done about it. */
  boolean isWhole(Map<String, Link> links) {
    if (!plan.listens()) {
      return true;
    }
    Link link = links.get(plan.link());
    boolean there = link != null && link.index() == connected;
    return there && (!plan.makesLink() || assistant.isWhole(links));
  }

  /** Whether there is any. */
  boolean exists() {
    return connected != 0;
  }

  /**
   * Makes or mends it; a NIC that is not there is waited for.
   *
   * @param seen where the links are looked up, again when one was made
   * @return whether the assistant link was made
   * @throws IOException if it cannot be: then there is no connection
   */
  boolean make(Links seen) throws IOException {
    connected = 0;
    Map<String, Link> links = seen.now();
    boolean makes = plan.makesLink() && !assistant.isWhole(links);
    if (makes) {
      assistant.removeLeftovers(links);
      assistant.make(links);
      links = seen.now();
    }
    Link link = links.get(plan.link());
    if (link != null) {
      settings.apply(link.index(), plan.from());
      ear.listenOn(link.index());
      connected = link.index();
    }
    return makes;
  }

  /** Looks links up. */
  interface Links {
    /** All there are, by name. */
    Map<String, Link> now() throws IOException;
  }

  /** Lets the assistant link carry whatever the diverted links carry. */
  void fitMtu(Map<String, Link> links) throws IOException {
    if (plan.makesLink()) {
      assistant.fitMtu(links);
    }
  }

  /** Whether this kernel forwards anything that comes in on the diverted links. */
  boolean forwardsAnything() throws IOException {
    List<String> from = plan.from();
    return settings.anyForwards("ipv4", from) || settings.anyForwards("ipv6", from);
  }

  /** Takes it away, or puts a NIC's settings back. */
  void end(Map<String, Link> links) throws IOException {
    if (plan.makesLink()) {
      assistant.remove(links);
    } else if (plan.listens() && links.containsKey(plan.link())) {
      settings.restore(links.get(plan.link()).index());
    }
  }
}
