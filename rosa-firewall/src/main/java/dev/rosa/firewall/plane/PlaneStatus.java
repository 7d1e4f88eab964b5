package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.intake.EvidenceIntake;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.policy.PolicySize;
import dev.rosa.serving.NodeVitals;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Status of a plane: figures that are read when they are asked for. Thread-safe.
 *
 * @param name the plane's name
 * @param observe true: the policy bans no source
 * @param vitals facts about the process
 * @param plane the deciding thread
 * @param intake the reporters' socket
 * @param layers the layers in use
 * @param allowed sources that are never banned
 * @param clock the plane's
 */
record PlaneStatus(
    String name,
    boolean observe,
    NodeVitals vitals,
    Plane plane,
    EvidenceIntake intake,
    LayerView layers,
    AllowedSources allowed,
    InstantSource clock) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of it as one object. */
  ObjectNode json() {
    LayerReport report = layers.report();
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("firewall", name);
    status.putAll(vitals.status());
    status.put("observe", observe);
    status.put("ready", obstacle().isEmpty());
    obstacle().ifPresent(reason -> status.put("notReady", reason));
    status.put("bans", bans());
    status.put("layers", PlaneLines.layers(report));
    status.put("dropped", dropped(report));
    status.put("restored", report.restored());
    status.put("evidence", evidence());
    status.put("evidenceToBlock", evidenceToBlock());
    status.put("sources", sources());
    status.put("intake", intakeCounts());
    status.put("clock", Map.of("aheadSeconds", clockAheadMillis() / 1_000));
    return JSON.valueToTree(status);
  }

  /** The same as a page. */
  String page() {
    return json() + "\n";
  }

  /** One line that says why the plane is not ready; empty if it is. */
  Optional<String> obstacle() {
    return plane.obstacle();
  }

  private Map<String, Object> bans() {
    PolicySize size = plane.size();
    Map<String, Object> bans = new LinkedHashMap<>();
    bans.put("inForce", size.bans());
    bans.put("limits", size.limits());
    bans.put("evicted", size.evictedBans());
    bans.put("unrecorded", plane.unrecorded());
    bans.put("failedChanges", plane.inForce().failures());
    return bans;
  }

  private static Map<String, Object> dropped(LayerReport report) {
    Map<String, Object> dropped = new LinkedHashMap<>();
    for (LayerReport.LayerCount each : report.counts()) {
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("packets", each.packets());
      figures.put("bytes", each.bytes());
      dropped.put(each.layer(), figures);
    }
    return dropped;
  }

  private Map<String, Object> evidence() {
    Map<String, Object> evidence = new LinkedHashMap<>();
    evidence.put("byVerdict", plane.counts().verdicts());
    evidence.put("byProof", plane.counts().proofs());
    evidence.put("byKind", plane.counts().kinds());
    return evidence;
  }

  private Map<String, Object> evidenceToBlock() {
    Map<String, Object> times = new LinkedHashMap<>();
    times.put("p50Micros", plane.counts().blockMicros(PlaneCounts.MEDIAN));
    times.put("p99Micros", plane.counts().blockMicros(PlaneCounts.P99));
    times.put("within", plane.counts().latencies());
    return times;
  }

  private Map<String, Object> sources() {
    PolicySize size = plane.size();
    Map<String, Object> sources = new LinkedHashMap<>();
    sources.put("proven", size.sources());
    sources.put("unproven", size.unprovenSources());
    sources.put("evicted", size.evictedSources());
    sources.put("allowed", allowed.all().size());
    return sources;
  }

  private Map<String, Object> intakeCounts() {
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("connections", intake.connections());
    counts.put("waiting", intake.waiting());
    counts.putAll(intake.counts());
    return counts;
  }

  /** Distance of the plane's clock from the time of day, which may have been set since. */
  long clockAheadMillis() {
    return clock.millis() - System.currentTimeMillis();
  }
}
