package dev.rosa.client.command.demo;

import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.firewall.FirewallDemo;
import dev.rosa.client.demo.firewall.FirewallReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code rosa demo firewall}: a web service under attack, without and beside the plane. */
@Command(
    name = "firewall",
    description = {
      "Shows the firewall plane on this machine: a web service under attack, without the plane and"
          + " beside it.",
      "",
      "./rosa demo firewall makes an edge machine and its clients as network namespaces, and needs"
          + " no privileges. Three clients are honest. Two send malicious orders, one more does so"
          + " with the MAC address of an honest client, one forges packets with the addresses of"
          + " honest clients, and a reporter lies. The table says who was banned, and what the"
          + " service had to do before and after. Exit code 0 only if each attacker was banned and"
          + " no honest client was harmed."
    },
    footer = {"", "Examples:", "  rosa demo firewall", "  rosa demo firewall --seconds 10 --json"})
public final class FirewallDemoCommand implements Callable<Integer> {

  private static final int MOST_SECONDS = 60;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "of each measurement, 1 to 60 (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "a new or empty directory for configuration and logs, which stays (default: a temporary"
              + " one)")
  private Path keep;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    if (seconds < 1 || seconds > MOST_SECONDS) {
      throw CommandFailedException.usage("--seconds must be 1 to " + MOST_SECONDS);
    }
    return new DemoFrame(output)
        .run(
            keep,
            (files, interruption) -> {
              FirewallReport report =
                  FirewallDemo.run(files, Duration.ofSeconds(seconds), output.err(), interruption);
              return new DemoFrame.Report(
                  report.isSuccess(), report.toText(), report.toJson(CommandContext.JSON));
            });
  }
}
