package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages to the operator about changes of a diversion's interfaces: diverted ones, and one that
 * leads to another machine. One thread at a time.
 */
final class LinkNews {

  private final DiversionPlan plan;
  private final Events events;

  /** Each interface as it was when it was looked at last, by configured name. */
  private final Map<String, Source> told = new HashMap<>();

  LinkNews(DiversionPlan plan, Events events) {
    this.plan = plan;
    this.events = events;
  }

  /** Takes what is there as known. */
  void begin(List<Source> sources, Map<String, Link> links) {
    sources.forEach(source -> told.put(source.configured(), source));
    String nic = plan.nic();
    if (nic != null) {
      told.put(nic, asSource(nic, links));
    }
  }

  /** Says what is not as it was. */
  void tell(List<Source> sources, Map<String, Link> links) {
    sources.forEach(this::tell);
    String nic = plan.nic();
    if (nic != null) {
      tell(asSource(nic, links));
    }
  }

  private static Source asSource(String name, Map<String, Link> links) {
    Link link = links.get(name);
    return new Source(0, name, name, link == null ? 0 : link.index(), link != null);
  }

  private void tell(Source now) {
    Source before = told.put(now.configured(), now);
    String name = now.configured();
    if (before == null || now.equals(before)) {
      return;
    }
    if (!now.isThere()) {
      events.warn("interface " + name + " is gone: nothing of it is diverted until it is back");
    } else if (now.index() != before.index()) {
      events.info("interface " + name + " is back");
    } else if (!now.device().equals(before.device())) {
      events.warn("interface %s is called %s now".formatted(before.device(), now.device()));
    }
    if (now.isThere() && !now.usable()) {
      events.warn("interface " + now.device() + " is a port now: nothing of it is diverted");
    }
  }
}
