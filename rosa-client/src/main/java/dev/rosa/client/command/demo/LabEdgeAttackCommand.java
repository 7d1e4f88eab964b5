package dev.rosa.client.command.demo;

import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.firewall.EdgeAttack;
import dev.rosa.client.demo.node.EdgeNodes;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.ProgressLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Internal command of {@code ./rosa lab --firewall}: {@code attack}, against its own network. */
@Command(
    name = "lab-edge-attack",
    hidden = true,
    description = {
      "Attacks the edge machine of ./rosa lab --firewall, and says whether the plane held.",
      "",
      "  ban    malicious orders: the attacker is banned",
      "  forge  packets with honest addresses: no source is banned",
      "  mac    malicious orders with home2's MAC address: home2 is served as before",
      "  flood  50,000 pieces of evidence without proof: no source is banned",
      "  all    each of them in turn"
    })
public final class LabEdgeAttackCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "ban, forge, mac, flood or all")
  private String name;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description = "of each attack, 1 to 60 (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--dir", required = true, hidden = true)
  private Path directory;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    List<EdgeAttack> attacks =
        Arrays.stream(EdgeAttack.values())
            .filter(each -> name.equals("all") || name.equals(each.word()))
            .toList();
    if (attacks.isEmpty() || seconds < 1 || seconds > 60) {
      throw CommandFailedException.usage(
          attacks.isEmpty()
              ? "'" + name + "', expected ban, forge, mac, flood or all"
              : "--seconds must be 1 to 60");
    }
    try (EdgeNodes nodes =
        EdgeNodes.running(directory, DemoFiles.builtHome(), new ProgressLog(output.err()))) {
      boolean all = true;
      for (EdgeAttack attack : attacks) {
        EdgeAttack.Outcome outcome = attack.run(nodes, Duration.ofSeconds(seconds));
        print(outcome);
        all &= outcome.held();
      }
      return all ? CommandFrame.OK : CommandFrame.FAILED;
    } catch (DemoException e) {
      throw CommandFailedException.failed(e.getMessage());
    }
  }

  private void print(EdgeAttack.Outcome outcome) {
    if (output.json()) {
      output.json(CommandContext.JSON.valueToTree(outcome));
      return;
    }
    output.line(
        String.format(
            Locale.ROOT,
            "%-6s %-9s honest orders: %d served, %d not; banned: %s",
            outcome.name(),
            outcome.held() ? "held" : "NOT held",
            outcome.served(),
            outcome.unserved(),
            outcome.banned().isEmpty()
                ? "no source"
                : outcome.banned().stream().collect(Collectors.joining(", "))));
  }
}
