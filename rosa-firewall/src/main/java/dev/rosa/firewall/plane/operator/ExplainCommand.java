package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.evidence.Evidence;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.policy.Decision;
import dev.rosa.firewall.plane.policy.Policy;
import dev.rosa.firewall.plane.policy.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code explain}: what the policy would do with recorded evidence; no plane is asked. */
@Command(
    name = "explain",
    description = {
      "Show what the policy of the configuration would do with recorded evidence. No plane runs for"
          + " it, and none is changed.",
      "FILE has lines of 'watch --json', or lines such as",
      "  2026-05-01T12:00:00Z evidence handshake SQL_INJECTION 192.0.2.7 eth0 80 in /login",
      "A line without a time has that of the line before. Sources in <allow> are never banned; this"
          + " machine's surroundings are not looked at."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall explain evidence.json",
      "  ./rosa firewall --config strict.xml explain evidence.txt --changes"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:a line is no evidence", "2:wrong usage or configuration"})
public final class ExplainCommand extends OperatorCommand {

  @Parameters(paramLabel = "FILE", description = "The recorded evidence, the oldest first.")
  private Path file;

  @Option(names = "--changes", description = "Only decisions that ban or limit a source.")
  private boolean changes;

  private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

  @Override
  public Integer call() throws ConfigException, IOException {
    AllowedSources allowed = new AllowedSources(plane().allowed());
    Policy policy = new Policy(plane().policy(), allowed::why, evicted -> {});
    RecordedEvidence.read(file, (evidence, millis) -> show(decide(policy, evidence, millis)));
    summarise();
    return 0;
  }

  /** Bans that have ended by then are over, as they would be in a plane. */
  private static Decision decide(Policy policy, Evidence evidence, long millis) {
    List<Ban> unused = policy.removeEnded(millis);
    return policy.decide(evidence, millis);
  }

  private void show(Decision decision) {
    counts.merge(decision.verdict(), 1, Integer::sum);
    if (changes && decision.bans().isEmpty()) {
      return;
    }
    if (json()) {
      print(line(decision));
    } else {
      print(text(decision));
    }
  }

  private static ObjectNode line(Decision decision) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("time", Instant.ofEpochMilli(decision.timeMillis()).toString())
            .put("source", decision.source().text())
            .put("verdict", decision.verdict().label())
            .put("reason", decision.reason());
    decision.bans().forEach(ban -> line.withArray("bans").addObject().setAll(banLine(ban)));
    return line;
  }

  private static ObjectNode banLine(Ban ban) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("source", ban.source().text())
        .put("seconds", seconds(ban));
  }

  private static long seconds(Ban ban) {
    return (ban.endMillis() - ban.startMillis()) / 1_000;
  }

  private static String text(Decision decision) {
    StringJoiner bans = new StringJoiner(", ", "; for ", "").setEmptyValue("");
    for (Ban ban : decision.bans()) {
      bans.add(BanText.time(seconds(ban)) + " (" + ban.source() + ")");
    }
    return "%s %-14s %s, %s%s"
        .formatted(
            Instant.ofEpochMilli(decision.timeMillis()),
            decision.verdict().label(),
            decision.source(),
            decision.reason(),
            bans);
  }

  private void summarise() {
    if (json()) {
      ObjectNode all = JsonNodeFactory.instance.objectNode();
      counts.forEach((verdict, count) -> all.put(verdict.label(), count));
      print(JsonNodeFactory.instance.objectNode().set("verdicts", all));
      return;
    }
    StringJoiner all = new StringJoiner(", ", "decisions: ", "");
    counts.forEach((verdict, count) -> all.add(count + " " + verdict.label()));
    print(counts.isEmpty() ? "there is no evidence in " + file : all.toString());
  }
}
