package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.assistant.SourceNews;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Messages to the operator about changes of a diversion's interfaces: diverted ones, and one that
 * leads to another machine. One thread at a time.
 */
final class LinkNews {

  private final DiversionPlan plan;
  private final SourceNews news;

  LinkNews(DiversionPlan plan, Events events) {
    this.plan = plan;
    news = new SourceNews(events, "diverted", "its active packets pass this router by");
  }

  /** Takes what is there as known. */
  void begin(List<Source> sources, Map<String, Link> links) {
    news.begin(withNic(sources, links));
  }

  /** Says what is not as it was. */
  void tell(List<Source> sources, Map<String, Link> links) {
    news.tell(withNic(sources, links), links);
  }

  private List<Source> withNic(List<Source> sources, Map<String, Link> links) {
    List<Source> all = new ArrayList<>(sources);
    String nic = plan.nic();
    if (nic != null) {
      Link link = links.get(nic);
      all.add(new Source(0, nic, nic, link == null ? 0 : link.index(), link != null));
    }
    return all;
  }
}
