package dev.rosa.proxy.policy;

import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.http.relay.AnswerScan;
import dev.rosa.proxy.icap.IcapClient;
import dev.rosa.proxy.icap.IcapService;
import dev.rosa.proxy.rules.ScanConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;

/**
 * Services of a running proxy that answers are shown to, and what they have counted. A service
 * whose configuration changes is another one. Thread-safe.
 */
public final class Scans {

  /** Reloads leave services behind that no rule names any more. */
  private static final int MOST_CLIENTS = 256;

  private final LongSupplier nanos;
  private final Map<ScanConfig, IcapClient> clients = new ConcurrentHashMap<>();
  private final Map<String, ScanCounts> counts = new ConcurrentSkipListMap<>();

  /**
   * Services that were not asked yet.
   *
   * @param nanos a clock as {@link System#nanoTime}
   */
  public Scans(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The scan of a configuration; {@code pages} are the answers to its clients. */
  AnswerScan of(ScanConfig config, AnswerPages pages) {
    if (clients.size() > MOST_CLIENTS) {
      clients.clear();
    }
    IcapClient client =
        clients.computeIfAbsent(config, unused -> new IcapClient(service(config), nanos));
    ScanCounts ofName = counts.computeIfAbsent(config.name(), unused -> new ScanCounts());
    return new ConfiguredScan(config, client, ofName, pages, nanos);
  }

  private static IcapService service(ScanConfig config) {
    return new IcapService(
        config.address(), config.serviceName(), config.timeout(), config.limit().bytesAsInt());
  }

  /** Counters of each scan that was used, by its name. */
  public Map<String, ScanCounts> counts() {
    return counts;
  }
}
