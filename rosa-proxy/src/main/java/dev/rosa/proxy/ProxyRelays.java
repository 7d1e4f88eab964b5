package dev.rosa.proxy;

import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.ftp.relay.FtpRelay;
import dev.rosa.proxy.ftp.relay.Holes;
import dev.rosa.proxy.http.relay.HttpRelay;
import dev.rosa.proxy.http.relay.ScanRoom;
import dev.rosa.proxy.packet.ProxyWorkers;
import dev.rosa.proxy.policy.RefusalCounts;
import dev.rosa.proxy.policy.RelayService;
import dev.rosa.proxy.policy.RelayedFtp;
import dev.rosa.proxy.policy.RelayedHttp;
import dev.rosa.proxy.policy.RelayedSession;
import dev.rosa.proxy.policy.Relays;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.policy.Scans;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.proxy.rules.ScanWay;
import dev.rosa.proxy.rules.ScansConfig;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Start of a proxy's relays, and what a reload may not change of them. Stateless. */
final class ProxyRelays {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyRelays.class);
  private static final int CONNECT_MILLIS = 10_000;
  private static final int WRITE_MILLIS = 30_000;
  private static final int IDLE_MILLIS = 300_000;

  private ProxyRelays() {}

  /** Begins to relay, with the sockets that the kernel part has made. */
  static Relays start(
      ProxyConfig config,
      ProxyDiversion diversion,
      RulesInForce rules,
      ProxyAssembly assembly,
      ProxyWorkers workers) {
    Holes holes = config.interfaces().refusesOtherTcp() ? workers : Holes.NONE;
    RelayedSession.Surroundings aroundFtp = around(config, rules, assembly);
    RelayLimits ftpLimits = RelayLimits.USUAL;
    FtpRelay ftp =
        new FtpRelay(
            (client, server) -> RelayedFtp.of(aroundFtp, client, server), holes, ftpLimits);
    RelayedSession.Surroundings aroundHttp = around(config, rules, assembly);
    RelayLimits httpLimits = limits(config.scans());
    warnOfMemory(config);
    Scans scans = new Scans(System::nanoTime);
    ScanRoom room = new ScanRoom(config.scans().memory().bytes());
    HttpRelay http =
        new HttpRelay(
            (client, server) -> RelayedHttp.of(aroundHttp, scans, client, server),
            room,
            httpLimits,
            System::nanoTime);
    return new Relays(
        RelayService.start(diversion.ftpSockets(), ftp, ftpLimits, aroundFtp),
        RelayService.start(diversion.httpSockets(), http, httpLimits, aroundHttp),
        scans,
        room);
  }

  private static void warnOfMemory(ProxyConfig config) {
    long heap = Runtime.getRuntime().maxMemory();
    if (!config.scanWays().isEmpty() && config.scans().memory().bytes() > heap / 2) {
      LOG.warn(
          "memory of <scans> is {}, more than half of this process's heap: see -Xmx",
          config.scans().memory());
    }
  }

  private static RelayLimits limits(ScansConfig config) {
    return new RelayLimits(
        config.connections(), config.perClient(), CONNECT_MILLIS, WRITE_MILLIS, IDLE_MILLIS);
  }

  private static RelayedSession.Surroundings around(
      ProxyConfig config, RulesInForce rules, ProxyAssembly assembly) {
    return new RelayedSession.Surroundings(
        rules,
        ProxyWorkers::nextNumber,
        assembly.loggedIn(),
        assembly.log(),
        config.interfaces().loginPage(),
        new RefusalCounts(),
        ConcurrentHashMap.newKeySet(),
        InstantSource.system());
  }

  /**
   * Refuses rules that want answers scanned of connections that are not relayed.
   *
   * @param started the configuration that the kernel part was made for
   */
  static void requireSameWays(ProxyConfig started, ProxyConfig wanted) throws IOException {
    List<ScanWay> relayed = started.scanWays();
    for (ScanWay way : wanted.scanWays()) {
      if (relayed.stream().noneMatch(one -> one.covers(way))) {
        throw new IOException(
            "the rules in force stay as they are, as a rule with scan has a from or to that none"
                + " had when the proxy began: expected a restart");
      }
    }
  }
}
