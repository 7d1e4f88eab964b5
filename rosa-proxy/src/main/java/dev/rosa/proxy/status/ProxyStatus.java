package dev.rosa.proxy.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.proxy.cache.CacheCount;
import dev.rosa.proxy.cache.KernelCache;
import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.login.LoginResult;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.packet.ProxyWorkers;
import dev.rosa.proxy.policy.Relays;
import dev.rosa.proxy.policy.ScanCounts;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.NodeVitals;
import dev.rosa.serving.PacketThreads;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Status of a proxy: figures that are read when they are asked for. Thread-safe.
 *
 * @param name the proxy's name
 * @param vitals facts about the process
 * @param workers all of them
 * @param relays of FTP and HTTP
 * @param login the page to log in and its logins; empty: no user logs in
 * @param log of connections and requests; empty: nothing is kept
 * @param diversion the kernel part
 * @param cache of verdicts in the kernel; empty: there is none
 */
public record ProxyStatus(
    String name,
    NodeVitals vitals,
    ProxyWorkers workers,
    Relays relays,
    Optional<LoginService> login,
    Optional<ConnectionLogFile> log,
    ProxyDiversion diversion,
    Optional<KernelCache> cache) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of it as a page of JSON. */
  public String page() {
    return json() + "\n";
  }

  /** All of it. */
  public JsonNode json() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("proxy", name);
    status.putAll(vitals.status());
    status.put("ready", obstacle().isEmpty());
    obstacle().ifPresent(reason -> status.put("notReady", reason));
    status.put("kernelPart", kernelPart());
    status.put("cache", cacheFigures());
    status.put("connections", connections());
    status.put("ftp", ftpSessions());
    status.put("scans", scans());
    login.ifPresent(service -> status.put("logins", logins(service)));
    log.ifPresent(
        file -> status.put("log", Map.of("written", file.written(), "lost", file.lost())));
    status.put("bytes", bytes());
    status.put("refused", refused());
    OptionalLong allocated = PacketThreads.allocatedBytes();
    status.put("allocatedBytes", allocated.isPresent() ? allocated.getAsLong() : null);
    return JSON.valueToTree(status);
  }

  /** One line that says why the proxy is not ready; empty if it is. */
  public Optional<String> obstacle() {
    return switch (diversion.state()) {
      case JUDGING -> loginObstacle();
      case BYPASS -> Optional.of("the keeper does not hear all workers");
      case UNKEPT -> Optional.of("the keeper has ended or hangs");
    };
  }

  private Optional<String> loginObstacle() {
    return login
        .filter(service -> service.address().isEmpty())
        .map(service -> "another program has the port of the login page");
  }

  private Map<String, Object> kernelPart() {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("state", diversion.state().name());
    part.put("remade", diversion.remade());
    part.put("bypasses", diversion.bypasses());
    part.put("droppedByRings", workers.droppedByRings());
    NftFigures figures = diversion.figures();
    part.put("packets", figures.packets());
    part.put("sets", figures.fills());
    return part;
  }

  private Map<String, Object> cacheFigures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    Optional<String> obstacle = cacheObstacle();
    figures.put("on", obstacle.isEmpty());
    obstacle.ifPresent(reason -> figures.put("why", reason));
    if (obstacle.isEmpty()) {
      figures.put("clients", cache.orElseThrow().clients());
      figures.put("verdicts", cache.orElseThrow().written());
      cacheCounts().forEach((count, value) -> figures.put(count.label(), value));
    }
    return figures;
  }

  /** Why the kernel keeps no verdicts; empty if it does. */
  Optional<String> cacheObstacle() {
    return cache.isPresent() ? cache.get().obstacle() : Optional.of(diversion.cache().obstacle());
  }

  Map<CacheCount, Long> cacheCounts() {
    return cache.map(KernelCache::counts).orElse(Map.of());
  }

  private Map<String, Object> connections() {
    Map<String, Object> connections = new LinkedHashMap<>();
    // Those that go on, and for a minute those that have ended.
    connections.put("remembered", workers.sum(worker -> worker.counts().connections()));
    connections.put("ended", workers.sum(worker -> worker.counts().ended()));
    connections.put("requests", workers.sum(worker -> worker.counts().requests()));
    connections.put("heldPackets", workers.sum(worker -> worker.counts().held()));
    connections.put("sentToLogin", workers.sum(worker -> worker.counts().sentToLogin()));
    return connections;
  }

  private Map<String, Object> ftpSessions() {
    Map<String, Object> sessions = new LinkedHashMap<>();
    sessions.put("sessions", relays.ftp().sessions());
    sessions.put("refusedSessions", relays.ftp().refusedSessions());
    sessions.put("holes", workers.holes());
    return sessions;
  }

  private Map<String, Object> scans() {
    Map<String, Object> scans = new LinkedHashMap<>();
    scans.put("connections", relays.http().sessions());
    scans.put("refusedConnections", relays.http().refusedSessions());
    scans.put("heldBytes", relays.heldBytes());
    Map<String, Object> byName = new LinkedHashMap<>();
    relays.scanCounts().forEach((name, counts) -> byName.put(name, scan(counts)));
    scans.put("byName", byName);
    return scans;
  }

  private static Map<String, Object> scan(ScanCounts counts) {
    Map<String, Object> scan = new LinkedHashMap<>();
    for (ScanCounts.Result result : ScanCounts.Result.values()) {
      scan.put(result.name().toLowerCase(Locale.ROOT), counts.of(result));
    }
    scan.put("millis", TimeUnit.NANOSECONDS.toMillis(counts.nanos()));
    return scan;
  }

  private static Map<String, Object> logins(LoginService service) {
    Map<String, Object> logins = new LinkedHashMap<>();
    logins.put("now", service.logins().count());
    for (LoginResult result : LoginResult.values()) {
      logins.put(result.name().toLowerCase(Locale.ROOT), service.checks().count(result));
    }
    return logins;
  }

  long refused(RefusalReason reason) {
    return workers.refused(reason) + relays.refused(reason);
  }

  private Map<String, Object> bytes() {
    Map<String, Object> bytes = new LinkedHashMap<>();
    bytes.put("seen", seenBytes());
    bytes.put("kernel", kernelBytes());
    bytes.put("packetsSeen", workers.sum(worker -> worker.counts().packets()));
    return bytes;
  }

  long seenBytes() {
    return workers.sum(worker -> worker.counts().bytesSeen());
  }

  long kernelBytes() {
    return workers.sum(worker -> worker.counts().bytesByKernel());
  }

  private Map<String, Object> refused() {
    Map<String, Object> refused = new LinkedHashMap<>();
    for (RefusalReason reason : RefusalReason.values()) {
      refused.put(reason.name().toLowerCase(Locale.ROOT), refused(reason));
    }
    return refused;
  }
}
