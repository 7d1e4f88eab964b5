package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.bpf.BpfProgram;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * XDP programs at interfaces, fed with bans by maps in the kernel. A ban ends in the kernel at its
 * time, by itself. The program is made anew when a prefix length comes or goes. It is attached only
 * while there are bans. Both can take some ten milliseconds, so {@link #mend} does it, at most once
 * a second. If the kernel refuses maps or a program, the front is given up until the plane's next
 * start. One thread at a time.
 */
final class XdpFront implements Front {

  private static final Logger LOG = LoggerFactory.getLogger(XdpFront.class);
  private static final String PROGRAM = "rosa_ban";
  private static final String NO_BANS = "no ban needs it now";

  /** Most ended bans that one call takes out. */
  static final int MOST_ENDED = 500;

  static final long NANOS_BETWEEN_LOOKS = TimeUnit.SECONDS.toNanos(1);

  private final int most;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final FrontLinks links;
  private final BanEnds ends = new BanEnds();

  /** Null before the first ban. */
  private BanMaps maps;

  /** Null while there is no ban. */
  private BpfProgram program;

  /** Of the program. */
  private PrefixLengths lengths = PrefixLengths.NONE;

  private long lookedNanos;

  /** Empty while it works. */
  private String failure = "";

  /**
   * A front without bans.
   *
   * @param most most bans of each family
   * @param clock clock of the bans' ends
   * @param nanoTime CLOCK_MONOTONIC, as {@code System.nanoTime} has it on Linux
   */
  XdpFront(int most, InstantSource clock, LongSupplier nanoTime, FrontLinks links) {
    this.most = most;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.links = links;
    this.lookedNanos = nanoTime.getAsLong() - NANOS_BETWEEN_LOOKS;
  }

  /** A front at interfaces of this machine; see {@link FrontLinks}. */
  static XdpFront create(List<String> interfaces, XdpSettings settings, InstantSource clock) {
    FrontChoice choice =
        settings.mode() == XdpSettings.Mode.ON ? FrontChoice.EVERYWHERE : AutoChoice.ofMachine();
    FrontLinks links = new FrontLinks(interfaces, choice);
    return new XdpFront(settings.most(), clock, System::nanoTime, links);
  }

  /** Work on the kernel's maps and programs. */
  private interface Work {
    void run() throws IOException;
  }

  private void attempt(Work work) {
    if (!failure.isEmpty()) {
      return;
    }
    try {
      work.run();
    } catch (IOException e) {
      failure = ConfigException.oneLine(e);
      LOG.warn("no XDP until the next start, bans stay in force without it: {}", failure);
      withdraw(failure);
      ends.clear();
    }
  }

  @Override
  public void enforce(Collection<Ban> bans) {
    attempt(
        () -> {
          for (Ban ban : bans) {
            if (ban.action() == Ban.Action.DROP) {
              put(ban);
            }
          }
        });
  }

  private void put(Ban ban) throws IOException {
    long leftMillis = ban.endMillis() - clock.millis();
    if (leftMillis <= 0) {
      return;
    }
    if (maps == null) {
      maps = BanMaps.create(most);
    }
    long now = nanoTime.getAsLong();
    long leftNanos = Math.min(TimeUnit.MILLISECONDS.toNanos(leftMillis), Long.MAX_VALUE - now);
    if (maps.put(ban.source(), now + leftNanos)) {
      ends.put(ban.source(), ban.endMillis());
    }
  }

  private boolean look() throws IOException {
    if (nanoTime.getAsLong() - lookedNanos < NANOS_BETWEEN_LOOKS) {
      return false;
    }
    lookedNanos = nanoTime.getAsLong();
    if (ends.isEmpty()) {
      withdraw(NO_BANS);
      return false;
    }
    adapt(ends.lengths());
    return links.look(program);
  }

  /** Makes the program fit the prefix lengths in use. */
  private void adapt(PrefixLengths used) throws IOException {
    if (program != null && used.equals(lengths)) {
      return;
    }
    byte[] code = DropProgram.instructions(maps, used);
    BpfProgram next = BpfProgram.load(BpfProgram.XDP, PROGRAM, code);
    links.update(next);
    if (program != null) {
      program.close();
    }
    program = next;
    lengths = used;
  }

  private void withdraw(String why) {
    links.detachAll(why);
    if (program != null) {
      program.close();
      program = null;
    }
  }

  @Override
  public void lift(List<Ban> bans) {
    attempt(
        () -> {
          for (Ban ban : bans) {
            if (ban.action() == Ban.Action.DROP) {
              remove(ban.source());
            }
          }
        });
  }

  private void remove(Source source) throws IOException {
    if (ends.remove(source)) {
      maps.remove(source);
    }
  }

  @Override
  public boolean mend() {
    boolean[] restored = new boolean[1];
    attempt(
        () -> {
          removeEnded();
          restored[0] = look();
        });
    return restored[0];
  }

  private void removeEnded() throws IOException {
    long now = clock.millis();
    for (int i = 0; i < MOST_ENDED; i++) {
      Source source = ends.ended(now);
      if (source == null) {
        return;
      }
      remove(source);
    }
  }

  @Override
  public Optional<Place> at(String interfaceName) {
    if (!links.isWanted(interfaceName)) {
      return Optional.empty();
    }
    String missing = failure.isEmpty() ? NO_BANS : failure;
    return program == null ? Optional.of(new Place(false, missing)) : links.at(interfaceName);
  }

  @Override
  public FrontCounts counts() {
    try {
      return maps == null ? FrontCounts.NONE : maps.dropped();
    } catch (IOException e) {
      LOG.warn("XDP's counts cannot be read: {}", ConfigException.oneLine(e));
      return FrontCounts.NONE;
    }
  }

  @Override
  public void close() {
    withdraw(NO_BANS);
    ends.clear();
    if (maps != null) {
      maps.close();
      maps = null;
    }
  }
}
