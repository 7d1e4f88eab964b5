package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Devices;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.network.Failures;
import dev.rosa.network.NamespaceLock;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** The connections of an enforcement to the kernel, all opened or none. One thread's. */
final class Kernel implements AutoCloseable {

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private BanTable table;
  private BanWriter writer;
  private Devices devices;
  private MacBans macs;
  private LiveFlows flows;
  private RedirectedLinks redirected;

  private Kernel() {}

  /**
   * Opens them, in this thread's network namespace.
   *
   * @param neverBanned tells MAC addresses that do not follow from bans
   * @throws IOException in one line, also if another process runs a plane of this name
   */
  static Kernel open(
      LayerSettings settings,
      InstantSource clock,
      BanBook book,
      int mostSources,
      Predicate<Source> neverBanned)
      throws IOException {
    Kernel kernel = new Kernel();
    try {
      String owner = BanTable.mark(settings.name()).owner();
      kernel.own(
          NamespaceLock.take(
              lockName(BanTable.mark(settings.name()).table()),
              "the bans of %s are kept by a process that runs".formatted(owner)));
      kernel.table = kernel.own(BanTable.open(settings));
      kernel.writer = new BanWriter(kernel.table, book, clock, mostSources);
      kernel.devices = kernel.own(Devices.open(settings.interfaces()));
      kernel.macs = kernel.own(MacBans.open(kernel.writer, neverBanned, System::nanoTime));
      kernel.flows = kernel.own(LiveFlows.open(System::nanoTime));
      kernel.redirected = kernel.own(RedirectedLinks.open(System::nanoTime));
      return kernel;
    } catch (IOException e) {
      kernel.close();
      throw e;
    }
  }

  /** Name of the lock that the process of a table holds. */
  static String lockName(String table) {
    return "rosa-bans/" + table;
  }

  private <T extends AutoCloseable> T own(T part) {
    opened.push(part);
    return part;
  }

  BanTable table() {
    return table;
  }

  BanWriter writer() {
    return writer;
  }

  Devices devices() {
    return devices;
  }

  MacBans macs() {
    return macs;
  }

  LiveFlows flows() {
    return flows;
  }

  RedirectedLinks redirected() {
    return redirected;
  }

  @Override
  public void close() throws IOException {
    Failures failures = new Failures();
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      failures.collect(() -> close(part));
    }
    failures.throwFirst();
  }

  private static void close(AutoCloseable part) throws IOException {
    try {
      part.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
