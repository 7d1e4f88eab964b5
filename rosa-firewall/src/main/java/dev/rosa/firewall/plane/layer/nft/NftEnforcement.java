package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerReport.InterfaceLayer;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.kernel.link.LinkTable;
import dev.rosa.kernel.netlink.NetlinkException;
import dev.rosa.network.Failures;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Bans in force by nf_tables, at the ingress of interfaces: layers {@code ip} and {@code mac}. It
 * runs no program. Needs CAP_NET_ADMIN. One thread at a time.
 */
public final class NftEnforcement implements Enforcement {

  /** More than a policy has; each takes about 200 bytes of the kernel's memory. */
  private static final int MOST_SOURCES = 1_000_000;

  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** An element that is looked up is to stay in its set meanwhile. */
  private static final long SAMPLE_MILLIS = 1_000;

  /** Most times that a start is disturbed and goes on. */
  private static final int MOST_DISTURBANCES = 8;

  private final LayerSettings settings;
  private final InstantSource clock;
  private final int mostSources;
  private final BanBook book = new BanBook();
  private final Tally tally = new Tally();
  private Kernel kernel;
  private WantedBans wanted;
  private long sweptNanos = System.nanoTime();
  private long restored;

  /** The last look ended before all was restored. */
  private boolean mustLook;

  /** Not all wanted bans are in force. */
  private boolean isIncomplete;

  private long retriedNanos = System.nanoTime();

  private NftEnforcement(LayerSettings settings, InstantSource clock, int mostSources) {
    this.settings = settings;
    this.clock = clock;
    this.mostSources = mostSources;
  }

  /** With the machine's clock: ends of bans move with it if it is set. */
  public static NftEnforcement of(LayerSettings settings) {
    return of(settings, InstantSource.system());
  }

  /** With the clock that the ends of bans are of. */
  public static NftEnforcement of(LayerSettings settings, InstantSource clock) {
    return new NftEnforcement(settings, clock, MOST_SOURCES);
  }

  /** With another bound of sources. */
  static NftEnforcement of(LayerSettings settings, InstantSource clock, int mostSources) {
    return new NftEnforcement(settings, clock, mostSources);
  }

  /**
   * Takes away what planes have left that run no longer.
   *
   * @return names of the tables that were taken away
   */
  public static List<String> remove() throws IOException {
    return Leftovers.remove();
  }

  @Override
  public void begin(WantedBans bans) throws IOException {
    wanted = bans;
    kernel = Kernel.open(settings, clock, book, mostSources, bans::isNeverBanned);
    try {
      beginTable();
      tally.begin(kernel.table().counts());
      fill(bans);
      kernel.redirected().tend(kernel.devices().present());
    } catch (IOException e) {
      kernel.close();
      kernel = null;
      throw e;
    }
  }

  private void beginTable() throws IOException {
    try {
      kernel.table().begin();
    } catch (NetlinkException e) {
      // What an earlier run has left may have gone after the look at it. Nothing was changed.
      kernel.table().begin();
    }
  }

  /** Other programs may take all of it away meanwhile, for instance to load their rules anew. */
  private void fill(WantedBans bans) throws IOException {
    for (int left = MOST_DISTURBANCES; true; left--) {
      try {
        put(bans.inForce());
        kernel.macs().tend();
        arrange();
        return;
      } catch (IOException e) {
        if (left == 0 || !kernel.table().isAnotherGeneration()) {
          throw e;
        }
        lookAgain();
      }
    }
  }

  /** Rules that the kernel refuses then are tried again after the next look. */
  private void lookAgain() throws IOException {
    try {
      boolean unused = look();
    } catch (NetlinkException e) {
      mustLook = true;
    }
  }

  @Override
  public void enforce(List<Ban> bans) throws IOException {
    try {
      try {
        put(bans);
      } catch (IOException e) {
        // The table may be gone; after its repair the same bans are written once more.
        if (!look()) {
          throw e;
        }
        put(bans);
      }
    } catch (IOException e) {
      isIncomplete = true;
      throw e;
    } finally {
      arrangeIfOutdated();
    }
  }

  private void put(Collection<Ban> bans) throws IOException {
    long now = clock.millis();
    Failures failures = new Failures();
    Map<BanSet, Map<Source, Long>> sets = new TreeMap<>();
    for (Ban ban : bans) {
      if (ban.endMillis() > now) {
        sets.computeIfAbsent(BanSet.of(ban), unused -> new LinkedHashMap<>())
            .put(ban.source(), ban.endMillis());
      }
    }
    sets.forEach((set, ends) -> failures.collect(() -> put(set, ends)));
    failures.throwFirst();
  }

  private void put(BanSet set, Map<Source, Long> ends) throws IOException {
    kernel.writer().put(set, ends);
    if (set.kind() == BanSet.Kind.DROP) {
      ends.keySet().forEach(kernel.flows()::add);
      if (settings.macs()) {
        ends.forEach(kernel.macs()::add);
      }
    }
  }

  @Override
  public void lift(List<Ban> bans) throws IOException {
    try {
      remove(bans);
    } catch (IOException e) {
      if (!look()) {
        throw e;
      }
      remove(bans);
    }
    arrangeIfOutdated();
  }

  private void remove(List<Ban> bans) throws IOException {
    Map<BanSet, Set<Source>> sets = new TreeMap<>();
    for (Ban ban : bans) {
      sets.computeIfAbsent(BanSet.of(ban), unused -> new HashSet<>()).add(ban.source());
    }
    for (Map.Entry<BanSet, Set<Source>> set : sets.entrySet()) {
      kernel.writer().remove(set.getKey(), set.getValue());
      if (set.getKey().kind() == BanSet.Kind.DROP) {
        set.getValue().forEach(kernel.flows()::remove);
        kernel.macs().remove(List.copyOf(set.getValue()));
      }
    }
  }

  @Override
  public boolean mend() throws IOException {
    sweep();
    boolean changed = (mustLook || kernel.table().isAnotherGeneration()) && look();
    if (kernel.devices().hasChanged() && !book.sets().isEmpty()) {
      arrange();
      changed = true;
    }
    retry();
    kernel.macs().tend();
    arrangeIfOutdated();
    kernel.flows().tend();
    kernel.redirected().tend(kernel.devices().present());
    return changed;
  }

  private void sweep() {
    long nanos = System.nanoTime();
    if (nanos - sweptNanos >= SWEEP_NANOS) {
      sweptNanos = nanos;
      book.removeEnded(clock.millis());
      kernel.macs().removeEnded(book);
    }
  }

  /**
   * Compares the table with what it should be, and restores what is missing.
   *
   * @return whether something was
   */
  private boolean look() throws IOException {
    mustLook = true;
    boolean changed = lookOnce();
    mustLook = false;
    return changed;
  }

  private boolean lookOnce() throws IOException {
    boolean isWhole = kernel.table().isWhole();
    List<BanSet> broken = new ArrayList<>();
    for (BanSet set : book.sets()) {
      if (!hasSample(set)) {
        broken.add(set);
      }
    }
    if (isWhole && broken.isEmpty()) {
      return false;
    }
    kernel.table().remake(book.sets());
    for (BanSet set : broken) {
      kernel.writer().restore(set);
    }
    arrange();
    restored++;
    return true;
  }

  private boolean hasSample(BanSet set) throws IOException {
    Optional<Source> sample = book.sample(set, clock.millis() + SAMPLE_MILLIS);
    return sample.isEmpty() || kernel.table().has(set, sample.get().bytes());
  }

  private void arrangeIfOutdated() throws IOException {
    if (!kernel.table().inUse().equals(book.sets())) {
      arrange();
    }
  }

  /** An interface may go between the look at it and the change. */
  private void arrange() throws IOException {
    try {
      kernel.table().arrange(book.sets(), kernel.devices().ports());
    } catch (IOException e) {
      if (!kernel.devices().read()) {
        throw e;
      }
      kernel.table().arrange(book.sets(), kernel.devices().ports());
    }
  }

  /** Puts wanted bans in force that are not. */
  private void retry() throws IOException {
    long nanos = System.nanoTime();
    if (!isIncomplete || nanos - retriedNanos < RETRY_NANOS) {
      return;
    }
    retriedNanos = nanos;
    put(
        wanted.inForce().stream()
            .filter(ban -> book.end(BanSet.of(ban), ban.source()) != ban.endMillis())
            .toList());
    isIncomplete = false;
  }

  @Override
  public LayerReport report() throws IOException {
    List<InterfaceLayer> interfaces = new ArrayList<>();
    for (LinkTable.Entry link : kernel.devices().present()) {
      interfaces.add(layerOf(link));
    }
    for (String absent : kernel.devices().absent()) {
      interfaces.add(new InterfaceLayer(absent, "none", "there is no such interface now"));
    }
    return new LayerReport(interfaces, tally.add(kernel.table().counts()), restored);
  }

  private InterfaceLayer layerOf(LinkTable.Entry link) {
    boolean hasMacs = settings.macs() && link.type() == LinkTable.ETHERNET;
    return new InterfaceLayer(link.name(), hasMacs ? "mac" : "ip", whyNoLower(link));
  }

  private String whyNoLower(LinkTable.Entry link) {
    if (kernel.redirected().has(link)) {
      return LayerReport.PASSED_BY;
    }
    if (link.type() != LinkTable.ETHERNET) {
      return "its packets have no MAC address";
    }
    return settings.macs() ? "XDP is not in use" : "bans of MAC addresses are switched off";
  }

  @Override
  public void close() throws IOException {
    if (kernel != null) {
      try (Kernel closing = kernel) {
        kernel = null;
        closing.table().end();
      }
    }
  }
}
