package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.kernel.link.LinkFilters;
import dev.rosa.kernel.link.LinkTable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interfaces whose packets tc filters hand to other interfaces: Linux asks those before the bans,
 * and what comes back passes the bans by. Warns once of each. One thread's.
 */
final class RedirectedLinks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedirectedLinks.class);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LinkFilters filters;
  private final LongSupplier nanos;
  private final Set<Integer> found = new HashSet<>();
  private long lookedNanos;

  private RedirectedLinks(LinkFilters filters, LongSupplier nanos) {
    this.filters = filters;
    this.nanos = nanos;
    lookedNanos = nanos.getAsLong() - LOOK_NANOS;
  }

  /** Gets ready to look, in this thread's network namespace. */
  static RedirectedLinks open(LongSupplier nanos) throws IOException {
    return new RedirectedLinks(LinkFilters.open(), nanos);
  }

  /** Looks at interfaces, if the last look was some time ago. */
  void tend(List<LinkTable.Entry> links) {
    long now = nanos.getAsLong();
    if (now - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = now;
    found.retainAll(links.stream().map(LinkTable.Entry::index).toList());
    links.forEach(this::look);
  }

  /** Bans do not depend on this. */
  private void look(LinkTable.Entry link) {
    boolean redirects;
    try {
      redirects = filters.redirect(link.index());
    } catch (IOException e) {
      LOG.debug("tc filters of interface {} cannot be read", link.index(), e);
      return;
    }
    if (!redirects) {
      found.remove(link.index());
    } else if (found.add(link.index())) {
      String name = LayerReport.printable(link.name());
      LOG.warn(
          "interface {}: {}; XDP comes earlier ('tc filter show dev {} ingress')",
          name,
          LayerReport.PASSED_BY,
          name);
    }
  }

  /** True if an interface had such a filter at the last look. */
  boolean has(LinkTable.Entry link) {
    return found.contains(link.index());
  }

  @Override
  public void close() throws IOException {
    filters.close();
  }
}
