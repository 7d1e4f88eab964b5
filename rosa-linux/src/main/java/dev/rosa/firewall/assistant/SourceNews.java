package dev.rosa.firewall.assistant;

import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages to the operator about changes of a role's interfaces. One thread at a time. */
public final class SourceNews {

  private final Events events;
  private final String done;
  private final String consequence;

  /** Each interface as it was when it was looked at last, by configured name. */
  private final Map<String, Source> told = new HashMap<>();

  /**
   * News of which none was told yet.
   *
   * @param done what happens to packets of interfaces, such as {@code diverted}
   * @param consequence what becomes of those of one that no rule can name
   */
  public SourceNews(Events events, String done, String consequence) {
    this.events = events;
    this.done = done;
    this.consequence = consequence;
  }

  /** Takes what is there as known. */
  public void begin(List<Source> sources) {
    sources.forEach(source -> told.put(source.configured(), source));
  }

  /**
   * Says what is not as it was.
   *
   * @param links all that are there, by name
   */
  public void tell(List<Source> sources, Map<String, Link> links) {
    sources.forEach(source -> tell(source, links));
  }

  private void tell(Source now, Map<String, Link> links) {
    Source before = told.put(now.configured(), now);
    if (before == null || now.equals(before)) {
      return;
    }
    if (!now.isThere()) {
      events.warn(gone(before, links));
    } else if (now.index() != before.index()) {
      events.info(
          now.device().equals(now.configured())
              ? "interface %s is back".formatted(now.configured())
              : "interface %s is back, and is called %s now"
                  .formatted(now.configured(), now.device()));
    } else if (!now.device().equals(before.device())) {
      events.warn("interface %s is called %s now".formatted(before.device(), now.device()));
    }
    if (now.isThere() && !now.usable()) {
      String why =
          LinkNames.fitsFilters(now.device()) ? "is a port now" : "has a name that tc cannot have";
      events.warn("interface %s %s: nothing of it is %s".formatted(now.device(), why, done));
    }
  }

  private String gone(Source before, Map<String, Link> links) {
    boolean isUnfit =
        links.values().stream()
            .anyMatch(link -> link.index() == before.index() && !LinkNames.fitsRules(link.name()));
    return isUnfit
        ? "interface %s (number %d) has a name now that no rule can have: %s; give it another name"
            .formatted(before.device(), before.index(), consequence)
        : "interface %s is gone: nothing of it is %s until it is back"
            .formatted(before.configured(), done);
  }
}
