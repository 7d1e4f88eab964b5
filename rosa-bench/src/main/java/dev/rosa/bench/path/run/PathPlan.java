package dev.rosa.bench.path.run;

import dev.rosa.bench.path.peer.Forwarder;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.result.PathRow;
import dev.rosa.bench.path.result.PathRow.Mode;
import dev.rosa.wire.active.ActivePacketWriter;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters of a run of {@code ./rosa bench path}: rounds, seconds, load, and the rows to measure.
 *
 * @param rounds that every row is measured in
 * @param seconds that a saturated run takes
 * @param pacedSeconds that a paced one takes
 * @param steadySeconds of constant load, for collections, allocation and what grows
 * @param load that load, as a share of what the router can do
 * @param sessions that a router with many has
 * @param full all suites, applications and payloads, or what the figures need
 * @param only rows in whose name this stands; empty: all
 */
public record PathPlan(
    int rounds,
    double seconds,
    double pacedSeconds,
    double steadySeconds,
    double load,
    int sessions,
    boolean full,
    String only) {

  /** A router's traffic. */
  record RouterTraffic(Suite suite, Code code, int payload) {
    String variant() {
      return suite.protocolName() + ", " + code.published();
    }

    PathRow row(Mode mode) {
      return new PathRow(RouterForwarder.NAME, variant(), payload, mode);
    }
  }

  /** In paced runs: slow enough for every peer. */
  public static final long PACED_PER_SECOND = 5_000;

  /** Of what a way delivers at most, in loaded runs. */
  public static final double LOADED_SHARE = 0.7;

  private static final List<Suite> SUITES =
      List.of(
          Suite.HMAC_MD5,
          Suite.HMAC_SHA1,
          Suite.HMAC_SHA256,
          Suite.AES128_CTR_HMAC_SHA256,
          Suite.AES256_GMAC,
          Suite.AES256_GCM);

  private static final int[] PAYLOADS = {64, 256, 1_024, 1_372};

  private static final int MTU = 1_500;
  private static final double ROUTER_START_SECONDS = 25;
  private static final double SESSION_SECONDS = 0.005;

  private static final RouterTraffic FIGURES =
      new RouterTraffic(Suite.HMAC_SHA256, Code.PASSING, PathRow.FIGURE_PAYLOAD);

  /** Traffic that a router is measured with; the figures' comes first. */
  List<RouterTraffic> routerTraffic() {
    List<RouterTraffic> all = new ArrayList<>(List.of(FIGURES));
    if (full) {
      for (Suite suite : SUITES) {
        for (Code code : Code.values()) {
          for (int payload : PAYLOADS) {
            all.add(new RouterTraffic(suite, code, Math.min(payload, most(suite))));
          }
        }
      }
    }
    return all.stream().distinct().toList();
  }

  /** The payload that just fits into a packet of 1,500 bytes. */
  private static int most(Suite suite) {
    int headers = ActivePacketWriter.overheadBytes(true) + RosaHeader.BYTES;
    return MTU - headers - suite.nonceBytes() - suite.tagBytes();
  }

  /** Payloads that kernel and echo are measured with. */
  int[] payloads() {
    return full ? PAYLOADS : new int[] {PathRow.FIGURE_PAYLOAD};
  }

  boolean wants(PathRow row) {
    return row.toString().contains(only);
  }

  /** The rows of a router, in the order that they are measured in. */
  List<PathRow> routerRows() {
    List<PathRow> rows = new ArrayList<>();
    for (RouterTraffic kind : routerTraffic()) {
      modes(kind.payload()).forEach(mode -> rows.add(kind.row(mode)));
    }
    rows.addAll(List.of(PathRow.ROUTER_LOADED, many(), PathRow.ROUTER_SOURCES));
    rows.addAll(List.of(PathRow.ROUTER_FLOODED, PathRow.SOURCES_FLOODED));
    rows.add(PathRow.BESIDE_ROUTER);
    return rows;
  }

  /** The router's row with many sessions. */
  public PathRow many() {
    return PathRow.routerMany(sessions);
  }

  /** Modes of sending a payload, one after the other: one size is enough for latencies. */
  List<Mode> modes(int payload) {
    return payload == PathRow.FIGURE_PAYLOAD
        ? List.of(Mode.SATURATED, Mode.PACED)
        : List.of(Mode.SATURATED);
  }

  boolean wantsRouter() {
    return wantsSteady() || routerRows().stream().anyMatch(this::wants);
  }

  boolean wantsSteady() {
    return steadySeconds > 0 && "router, steady".contains(only);
  }

  /** True if the router's capacity has to be known for another row. */
  boolean needsCapacity() {
    return wantsSteady() || wants(PathRow.ROUTER_LOADED) || wants(PathRow.ROUTER_FLOODED);
  }

  /**
   * About how long the whole run takes, in seconds.
   *
   * @param others that are measured beside the router
   * @param hubs hubs that are measured
   */
  public double expectedSeconds(List<Forwarder> others, List<String> hubs) {
    double round = wantsRouter() ? ROUTER_START_SECONDS : 0;
    for (PathRow row : routerRows()) {
      round += wants(row) ? cost(row.mode()) : 0;
    }
    for (Forwarder forwarder : others) {
      for (int payload : forwarder.isTunnel() ? new int[] {PathRow.FIGURE_PAYLOAD} : payloads()) {
        for (Mode mode : modes(payload)) {
          round += wants(new PathRow(forwarder.name(), "", payload, mode)) ? cost(mode) : 0;
        }
      }
    }
    for (String hub : hubs) {
      round += HubRun.expectedSeconds(this, hub);
    }
    double many = wants(many()) ? sessions * SESSION_SECONDS : 0;
    return rounds * round + many + (wantsSteady() ? steadySeconds : 0);
  }

  /** About how long a row takes, with making its frames. */
  double cost(Mode mode) {
    return mode == Mode.PACED ? pacedSeconds + 0.8 : seconds + 2.5;
  }
}
