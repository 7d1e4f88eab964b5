package dev.rosa.client.demo.firewall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.demo.firewall.EdgeHost.Role;
import java.util.List;
import java.util.Locale;

/**
 * Report of a run of {@code rosa demo firewall}: a table for people, JSON for programs. Immutable.
 *
 * @param before the service without the plane
 * @param beside the service beside the plane, after the bans
 * @param forgedFrames frames with honest addresses that the forger sent
 * @param status the plane's status at the end
 */
public record FirewallReport(
    Phase before,
    Phase beside,
    List<HostResult> hosts,
    long forgedFrames,
    Lies lies,
    JsonNode status) {

  private static final double PERCENT = 100;
  private static final double MICROS_PER_MILLI = 1_000;

  /** Takes copies. */
  public FirewallReport {
    hosts = List.copyOf(hosts);
  }

  /** True if each attacker was banned, and no honest client was harmed. */
  public boolean isSuccess() {
    return hosts.stream().allMatch(HostResult::isRight) && lies.refused() >= lies.told();
  }

  /** Several lines. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "Host    address      sends                             served  refused  blocked  banned");
    hosts.forEach(host -> appendHost(text, host));
    line(text, "");
    line(text, "Web service           without the plane  beside it");
    line(
        text,
        "honest orders/s       %17.0f  %9.0f",
        before.honestPerSecond(),
        beside.honestPerSecond());
    line(
        text,
        "malicious orders/s    %17.0f  %9.0f",
        before.maliciousPerSecond(),
        beside.maliciousPerSecond());
    line(
        text,
        "CPU, %% of a core      %17.0f  %9.0f",
        before.cpuShare() * PERCENT,
        beside.cpuShare() * PERCENT);
    line(text, "");
    line(
        text,
        "%d frames with honest addresses: no honest address was banned for them",
        forgedFrames);
    line(text, "%d of %d lies of a reporter were refused", lies.refused(), lies.told());
    line(text, "evidence to block: median %.2f ms", medianMillis());
    line(text, "");
    line(
        text,
        "%s: %d of %d attackers banned, %d of %d honest clients harmed",
        isSuccess() ? "PASSED" : "FAILED",
        right(Role.ATTACKER),
        all(Role.ATTACKER),
        all(Role.HONEST) - right(Role.HONEST),
        all(Role.HONEST));
    return text.toString();
  }

  private static void appendHost(StringBuilder text, HostResult host) {
    line(
        text,
        "%-7s %-12s %-33s %6d  %7d  %7d  %s",
        host.host().namespace(),
        host.host().address(),
        host.host().what(),
        host.after().served(),
        host.after().refused(),
        host.after().blocked(),
        host.ban()
            .map(
                ban ->
                    String.format(
                        Locale.ROOT, "after %.1f s, layer %s", ban.seconds(), ban.layer()))
            .orElse("no"));
  }

  private double medianMillis() {
    return status.path("evidenceToBlock").path("p50Micros").asDouble() / MICROS_PER_MILLI;
  }

  private long all(Role role) {
    return hosts.stream().filter(host -> host.host().role() == role).count();
  }

  private long right(Role role) {
    return hosts.stream().filter(host -> host.host().role() == role && host.isRight()).count();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** The same for programs. */
  public ObjectNode toJson(ObjectMapper mapper) {
    ObjectNode json = mapper.createObjectNode();
    json.put("success", isSuccess());
    addPhase(json.putObject("without"), before);
    addPhase(json.putObject("beside"), beside);
    ArrayNode list = json.putArray("hosts");
    hosts.forEach(host -> addHost(list.addObject(), host));
    json.put("forgedFrames", forgedFrames);
    json.putObject("lies").put("told", lies.told()).put("refused", lies.refused());
    json.set("firewall", status);
    return json;
  }

  private static void addPhase(ObjectNode json, Phase phase) {
    json.put("seconds", phase.length().toMillis() / 1e3)
        .put("honestPerSecond", phase.honestPerSecond())
        .put("maliciousPerSecond", phase.maliciousPerSecond())
        .put("cpuShare", phase.cpuShare());
  }

  private static void addHost(ObjectNode json, HostResult host) {
    json.put("host", host.host().namespace())
        .put("address", host.host().address())
        .put("sends", host.host().what())
        .put("right", host.isRight())
        .put("served", host.after().served())
        .put("refused", host.after().refused())
        .put("blocked", host.after().blocked());
    host.ban()
        .ifPresent(
            ban -> json.putObject("ban").put("layer", ban.layer()).put("seconds", ban.seconds()));
  }
}
