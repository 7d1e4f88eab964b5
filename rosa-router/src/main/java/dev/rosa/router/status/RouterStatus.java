package dev.rosa.router.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.identity.Identity;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeServerLink;
import dev.rosa.router.catalogue.RefusalReason;
import dev.rosa.router.pipeline.RouterTally;
import dev.rosa.router.pipeline.WorkerWatch;
import dev.rosa.router.pipeline.Workers;
import dev.rosa.serving.NodeVitals;
import dev.rosa.serving.PacketThreads;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Page {@code /status} of a router as JSON: its identity, its knowledge, its work.
 * docs/operations.md explains every key. Read from any thread; never holds a secret.
 *
 * @param self the router's identity
 * @param vitals facts that every node tells
 * @param link to the Code Servers
 * @param tally counts of packets
 * @param health whether it is ready
 * @param diversion how packets come from the kernel's network; supplies null where they do not
 * @param servedBy the provider that serves each suite which the router accepts
 * @param witness figures of the audit log as this router has cosigned it; none: it is no witness
 * @param firewall figures of the evidence for a firewall; none: there is none
 */
public record RouterStatus(
    Identity self,
    NodeVitals vitals,
    CodeServerLink link,
    RouterTally tally,
    RouterHealth health,
    Supplier<DiversionStatus> diversion,
    Map<Suite, String> servedBy,
    Supplier<Map<String, Long>> witness,
    Supplier<Map<String, Long>> firewall) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of it as one JSON object. */
  public String json() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("router", self.id().name());
    status.put("domain", Integer.toUnsignedLong(self.id().domain()));
    status.put("nodeId", Integer.toUnsignedLong(self.nodeId()));
    status.putAll(vitals.status());
    Optional<String> obstacle = health.obstacle();
    status.put("ready", obstacle.isEmpty());
    obstacle.ifPresent(reason -> status.put("notReady", reason));
    status.put("codeServer", link.status().asMap());
    status.put("state", link.state().asMap());
    status.put("witness", witness.get());
    status.put("firewall", firewall.get());
    status.put("catalogue", catalogue());
    putWork(status);
    status.put("packets", tally.packets());
    status.put("drops", tally.drops());
    status.put("latency", tally.workers().latency());
    status.put("applications", tally.applications());
    status.put("endlessCodes", tally.environment().endlessCodes());
    status.put("providers", suites());
    return write(status);
  }

  private void putWork(Map<String, Object> status) {
    Workers workers = tally.workers();
    WorkerWatch watch = health.watch();
    status.put("workers", workers.all().size());
    status.put("workersInCode", inCode(watch));
    status.put("staysInCode", watch.staysEver());
    status.put("sessionsLive", workers.liveSessions());
    status.put("parkedNow", workers.parkedNow());
    OptionalLong last = watch.secondsSinceLastPacket();
    status.put("lastPacketSecondsAgo", last.isPresent() ? last.getAsLong() : null);
    OptionalLong allocated = PacketThreads.allocatedBytes();
    status.put("allocatedBytes", allocated.isPresent() ? allocated.getAsLong() : null);
    DiversionStatus diverted = diversion.get();
    if (diverted != null) {
      status.put("diversion", diverted);
    }
  }

  private static List<Map<String, Object>> inCode(WorkerWatch watch) {
    return watch.stays().stream()
        .map(stay -> stay.asMap(watch.inCode(stay.worker()).toSeconds()))
        .toList();
  }

  public static String write(Object value) {
    try {
      return JSON.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of numbers and texts are always JSON", e);
    }
  }

  private Map<String, Object> catalogue() {
    Catalogue catalogue = link.catalogue();
    List<Map<String, Object>> codes = new ArrayList<>();
    for (Catalogue.Entry entry : catalogue.entries()) {
      Map<String, Object> code = new LinkedHashMap<>();
      code.put("name", entry.name());
      code.put("digest", entry.digest().hex());
      code.put("permitted", entry.permitted());
      code.put("epochs", entry.epochs().stream().map(Integer::toUnsignedLong).sorted().toList());
      codes.add(code);
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("version", link.inForce().version());
    shown.put("codes", codes);
    shown.put("refused", refused());
    return shown;
  }

  private Map<RefusalReason, Long> refused() {
    Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
    for (RefusalReason reason : RefusalReason.values()) {
      refused.put(reason, link.refused(reason));
    }
    return refused;
  }

  private Map<String, String> suites() {
    Map<String, String> suites = new LinkedHashMap<>();
    servedBy.forEach((suite, name) -> suites.put(suite.protocolName(), name));
    return suites;
  }
}
