package dev.rosa.client.command.demo;

import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.Demo;
import dev.rosa.client.demo.DemoReport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code rosa demo}: a whole domain on this machine, then attacks on it. */
@Command(
    name = "demo",
    subcommands = FirewallDemoCommand.class,
    description = {
      "Shows ROSA on this machine: audio through two active routers, then attacks on them.",
      "",
      "Starts an Authorization Server, a Code Server, two routers, a Source and a Destination as"
          + " processes, needs no privileges, and ends them again. ./rosa demo puts them into the"
          + " network namespaces of ./rosa lab, on the kernel's own packet path, where those can be"
          + " had, and connects them by overlay links on the loopback elsewhere. What happens is"
          + " told on standard error, the result is a table on standard output. Exit code 0 only"
          + " if the audio arrived bit-exact and every attack was refused."
    },
    footer = {
      "",
      "Examples:",
      "  rosa demo",
      "  rosa demo --audio speech.wav --keep demo-domain",
      "  rosa demo firewall"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int MELODY_SECONDS = 5;
  private static final int MOST_SECONDS = 600;

  @Option(
      names = "--audio",
      paramLabel = "FILE",
      description = "what to send: WAV, AIFF or AU (default: a melody is made)")
  private Path audio;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "of audio at most, 1 to 600 (default: 5, with --audio 600)")
  private Integer seconds;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "a new or empty directory for identities, configurations, logs and received.wav, which"
              + " stays (default: a temporary one; received.wav goes to the current directory)")
  private Path keep;

  @Option(names = "--overlay", description = "on the loopback, also where ./rosa lab could be had")
  private boolean overlay;

  @Option(names = "--in-lab", hidden = true, description = "on src of ./rosa lab --no-nodes")
  private boolean lab;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    int most = seconds == null ? (audio == null ? MELODY_SECONDS : MOST_SECONDS) : seconds;
    if (most < 1 || most > MOST_SECONDS) {
      throw CommandFailedException.usage("--seconds must be 1 to " + MOST_SECONDS);
    }
    return new DemoFrame(output)
        .run(
            keep,
            (files, interruption) -> {
              Demo.Settings settings =
                  new Demo.Settings(Optional.ofNullable(audio), most, files, lab && !overlay);
              DemoReport report = Demo.run(settings, output.err(), interruption);
              return new DemoFrame.Report(
                  report.isSuccess(), report.toText(), report.toJson(CommandContext.JSON));
            });
  }
}
