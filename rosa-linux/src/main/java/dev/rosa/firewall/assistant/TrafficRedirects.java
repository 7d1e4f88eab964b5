package dev.rosa.firewall.assistant;

import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Kernel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Watch for tc filters that hand packets of a diverted interface to another one, as traffic shaping
 * with {@code ifb} does. Linux asks them before the diversion, and what comes back from there is
 * not diverted any more. Warns once of each interface. One thread at a time.
 */
public final class TrafficRedirects {

  /** An action of {@code tc-mirred(8)} that takes the packet away, as tc shows it. */
  private static final Pattern REDIRECT = Pattern.compile("mirred \\((Eg|Ing)ress Redirect ");

  private final Kernel kernel;
  private final Events events;
  private final String consequence;
  private final Set<String> told = new HashSet<>();
  private final Set<String> unread = new HashSet<>();

  /**
   * A watch that has told nothing.
   *
   * @param consequence what such a filter does, for the warning
   */
  public TrafficRedirects(Kernel kernel, Events events, String consequence) {
    this.kernel = kernel;
    this.events = events;
    this.consequence = consequence;
  }

  /**
   * Warns of interfaces that have such a filter now and had none at the last call. An interface of
   * which tc tells nothing is left out: a diversion does not depend on this.
   */
  public void tell(List<Source> from) {
    for (Source source : from) {
      try {
        if (source.usable()) {
          tell(source.device());
        }
      } catch (IOException e) {
        complain(source.device(), e);
      }
    }
  }

  /** Once until they can be read again: a filter there would not be seen. */
  private void complain(String link, IOException e) {
    if (unread.add(link)) {
      events.warn("tc filters of interface %s cannot be read: %s".formatted(link, e.getMessage()));
    }
  }

  private void tell(String link) throws IOException {
    boolean redirects = REDIRECT.matcher(kernel.filters(link)).find();
    unread.remove(link);
    if (redirects && told.add(link)) {
      events.warn(
          "a tc filter of interface %s hands packets to another interface: %s"
                  .formatted(link, consequence)
              + " ('tc filter show dev %s ingress')".formatted(link));
    }
    if (!redirects && told.remove(link)) {
      events.info("no tc filter of interface %s takes packets away any longer".formatted(link));
    }
  }
}
